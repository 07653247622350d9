import { afterEach, expect, it, vi } from 'vitest';
import { pushReaders } from './metric-readers.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['grpc', 'http/json', 'carrier pigeon'])('given the protocol %s, then metrics are pushed', async (protocol) => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', protocol);
  expect(await pushReaders()).toHaveLength(1);
});

it.each([
  ['none', 0],
  ['prometheus', 0],
  ['prometheus, otlp', 1],
])('given the exporters "%s", then %i are pushed to', async (exporters, expected) => {
  vi.stubEnv('OTEL_METRICS_EXPORTER', exporters);
  expect(await pushReaders()).toHaveLength(expected);
});
