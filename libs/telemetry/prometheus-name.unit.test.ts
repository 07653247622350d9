import { expect, it } from 'vitest';
import { prometheusName } from './metric-readers.ts';

it.each([
  ['http.server.request.duration', 's', false, 'http_server_request_duration_seconds'],
  ['styling.dead_letters', '{event}', true, 'styling_dead_letters_total'],
  ['styling.projection.lag.events', '{event}', false, 'styling_projection_lag_events'],
  ['process.cpu.time', 's', true, 'process_cpu_time_seconds_total'],
  ['process.memory.usage', 'By', false, 'process_memory_usage_bytes'],
  ['already.counted_total', '', true, 'already_counted_total'],
  ['already.in.seconds', 's', false, 'already_in_seconds'],
  ['of.a.rare.unit', 'furlong', false, 'of_a_rare_unit_furlong'],
])('given %s in %s, counter %s, then Prometheus knows it as %s', (name, unit, counter, expected) => {
  expect(prometheusName({ name, unit, counter })).toBe(expected);
});
