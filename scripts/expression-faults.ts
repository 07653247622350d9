import type { Series } from './known-series.ts';
import { readPromql, type Selector } from './promql.ts';

/** Labels that Prometheus itself gives to what it scrapes. */
const OF_THE_TARGET = new Set(['job', 'instance', 'namespace', 'pod']);
const OVER_TIME = /^(rate|irate|increase)$/;

/**
 * What is wrong with an expression: series, labels or values that nobody tells, a bound that is none of the histogram's,
 * a rate of what does not grow, or the other way round.
 */
export function expressionFaults(text: string, known: ReadonlyMap<string, Series>): string[] {
  let expression: ReturnType<typeof readPromql>;
  try {
    expression = readPromql(text);
  } catch (error) {
    return [(error as Error).message];
  }
  const { selectors, groupedBy } = expression;
  if (selectors.length === 0) return ['it selects nothing'];
  const labels = new Set(selectors.flatMap(({ metric }) => [...(known.get(metric)?.labels.keys() ?? [])]));
  return [
    ...selectors.flatMap((selector) => selectorFaults(selector, known.get(selector.metric))),
    ...groupedBy
      .filter((label) => !labels.has(label) && !OF_THE_TARGET.has(label))
      .map((label) => `no metric of it has the label ${label}`),
  ];
}

/** The metrics of the registry that an expression uses. */
export const metricsIn = (text: string, known: ReadonlyMap<string, Series>): string[] =>
  readPromql(text).selectors.flatMap(({ metric }) => known.get(metric)?.metric ?? []);

function selectorFaults({ metric, matchers, inside }: Selector, series: Series | undefined): string[] {
  if (!series) return [`nobody tells ${metric}`];
  const isRate = OVER_TIME.test(inside);
  return [
    ...(isRate === series.grows ? [] : [`${metric} ${series.grows ? 'only grows: take its rate' : 'has no rate'}`]),
    ...matchers.flatMap((matcher) => matcherFaults(metric, matcher, series)),
  ];
}

function matcherFaults(
  metric: string,
  { label, operator, value }: Selector['matchers'][number],
  { labels, buckets }: Series,
): string[] {
  if (OF_THE_TARGET.has(label)) return [];
  if (!labels.has(label)) return [`${metric} has no label ${label}`];
  if (label === 'le') return boundFaults(metric, operator, value, buckets ?? []);
  const values = labels.get(label);
  if (!values || value === '') return [];
  const wanted = operator.endsWith('~') ? value.split('|') : [value];
  return wanted.filter((one) => !values.includes(one)).map((one) => `${metric} has no ${label} of ${one}`);
}

/** Whole bounds are `30` or `30.0`, by the version of Prometheus and the road; others are written in one way. */
function boundFaults(metric: string, operator: string, value: string, buckets: readonly number[]): string[] {
  const forms = buckets.map((bound) => (Number.isInteger(bound) ? `=~${bound}(\\.0)?` : `=${bound}`));
  return forms.includes(operator + value) ? [] : [`${metric} has no bound le${operator}"${value}"`];
}
