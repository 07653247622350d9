import { expect, it } from 'vitest';
import { serveHealth } from './health.ts';

it('given metrics, then they are served in the format of Prometheus', async () => {
  const health = await serveHealth(
    0,
    () => undefined,
    async () => 'up 1\n',
  );
  const response = await fetch(`http://127.0.0.1:${health.port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await response.text()).toBe('up 1\n');
  await health.close();
});

it('given metrics that cannot be read, then the scrape fails without a body', async () => {
  const health = await serveHealth(
    0,
    () => undefined,
    () => Promise.reject(new Error('a secret')),
  );
  const response = await fetch(`http://127.0.0.1:${health.port}/metrics`);
  expect([response.status, await response.text()]).toEqual([500, '']);
  await health.close();
});
