import { expect, it } from 'vitest';
import { readPromql } from './promql.ts';

it('given an expression, then its metrics, matchers and groups are read, and not its functions', () => {
  const text = `histogram_quantile(0.95, sum by (le, route) (rate(http_bucket{status=~"5..",route!=""}[$__rate_interval])))
    > 2 and on (job) up == 1e3`;
  expect(readPromql(text)).toEqual({
    groupedBy: ['le', 'route', 'job'],
    selectors: [
      {
        metric: 'http_bucket',
        inside: 'rate',
        matchers: [
          { label: 'status', operator: '=~', value: '5..' },
          { label: 'route', operator: '!=', value: '' },
        ],
      },
      { metric: 'up', inside: '', matchers: [] },
    ],
  });
});

it('given a backslash in a string, then it is unescaped as Prometheus does', () => {
  expect(readPromql('a{le=~"60(\\\\.0)?"}').selectors[0]?.matchers[0]?.value).toBe('60(\\.0)?');
});

it.each(['sum(rate(a[5m])', 'a)', 'a{b}', 'a{b="c" d="e"}', 'sum by (le (a)', 'rate(a[5m)]'])('refuses %s', (text) => {
  expect(() => readPromql(text)).toThrow(SyntaxError);
});
