import { expect, it } from 'vitest';
import { serveHealth } from './health.ts';

it.each([
  ['their text', async () => 'up 1\n', 200, 'up 1\n'],
  ['a failure, then it has no body', () => Promise.reject(new Error('a secret')), 500, ''],
])(
  'given metrics that are %s, then the scrape gets it in the format of Prometheus',
  async (_, metrics, status, text) => {
    const health = await serveHealth(0, () => undefined, metrics);
    const response = await fetch(`http://127.0.0.1:${health.port}/metrics`);
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    await health.close();
  },
);
