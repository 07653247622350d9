import { afterEach, expect, it, vi } from 'vitest';
import { startTelemetry } from './start.ts';
import { inSpan, traceHeaders } from './trace.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['http/protobuf', 'http/json', 'grpc'])(
  'given no collector that takes %s, then it stops all the same',
  async (protocol) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', protocol);
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
    const telemetry = await startTelemetry('trial', true);
    await inSpan('provider.call', {}, async () => expect(traceHeaders().traceparent).toMatch(/-01$/));
    expect(await telemetry.metricsText()).toContain('service_name="trial"');
    await telemetry.stop();
  },
);

it('given no collector, then ids are created and propagated as unsampled', async () => {
  const telemetry = await startTelemetry('trial', false);
  await inSpan('provider.call', {}, async () =>
    expect(traceHeaders().traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
  );
  await telemetry.stop();
  expect(traceHeaders()).toEqual({});
});
