import { expect, test } from 'vitest';
import { serviceSpec } from './service-process.ts';

test.each([
  [{}, '127.0.0.1 127.0.0.1'],
  [{ LISTEN_HOST: '' }, '127.0.0.1 127.0.0.1'],
  [{ LISTEN_HOST: '0.0.0.0' }, '0.0.0.0 127.0.0.1'],
])('given %j, then a service listens on %s', (environment, hosts) => {
  const { env, args } = serviceSpec({ service: 'gateway', env: environment, healthPort: 1, repositoryDir: '/r' });
  expect(`${env.LISTEN_HOST} ${env.HEALTH_HOST}`).toBe(hosts);
  expect(args).toEqual(['/r/services/gateway/main.ts']);
});
