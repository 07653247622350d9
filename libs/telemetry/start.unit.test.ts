import { afterEach, expect, it, vi } from 'vitest';
import { prometheusName, pushReaders } from './start.ts';

it.each([
  ['http.server.request.duration', 's', false, 'http_server_request_duration_seconds'],
  ['styling.dead_letters', '{event}', true, 'styling_dead_letters_total'],
  ['process.memory.usage', 'By', false, 'process_memory_usage_bytes'],
  ['already.counted_total', '', true, 'already_counted_total'],
  ['already.in.seconds', 's', false, 'already_in_seconds'],
])('given %s in %s, counter %s, then Prometheus knows it as %s', (name, unit, counter, expected) => {
  expect(prometheusName({ name, unit, counter })).toBe(expected);
});

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
