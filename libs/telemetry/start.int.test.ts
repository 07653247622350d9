import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { count, observe } from './metrics.ts';
import { startTelemetry } from './start.ts';
import { inSpan, traceHeaders } from './trace.ts';

type Pushed = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] };

afterEach(() => vi.unstubAllEnvs());

it('given no collector that answers, then it stops all the same', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
  // Total time of retries.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300');
  const telemetry = await startTelemetry('trial', true);
  await inSpan('provider.call', {}, async () => expect(traceHeaders().traceparent).toMatch(/-01$/));
  expect(await telemetry.metricsText()).toContain('service_name="trial"');
  await telemetry.stop();
});

it('given no collector, then ids are created and propagated as unsampled', async () => {
  const telemetry = await startTelemetry('trial', false);
  await inSpan('provider.call', {}, async () =>
    expect(traceHeaders().traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
  );
  await telemetry.stop();
  expect(traceHeaders()).toEqual({});
});

it('given a gauge that can no longer be read, then it is no longer pushed either', async () => {
  const pushed: string[][] = [];
  const collector = createServer(async (request, response) => {
    const { resourceMetrics } = (await json(request)) as Pushed;
    pushed.push(
      resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    );
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'none');
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '50');
  const telemetry = await startTelemetry('trial', true);
  let isDown = false;
  observe('styling.image.expiry.lag', async () => {
    if (isDown) throw new Error('no database');
    return [[0, {}]];
  });
  count('styling.dead_letters', 1, {});
  const last = () => pushed.at(-1)?.toSorted();
  await vi.waitFor(() => expect(last()).toEqual(['styling.dead_letters', 'styling.image.expiry.lag']));
  isDown = true;
  await vi.waitFor(() => expect(last()).toEqual(['styling.dead_letters']));
  await telemetry.stop();
  collector.close();
});
