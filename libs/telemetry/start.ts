import { setTimeout as sleep } from 'node:timers/promises';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { AlwaysOffSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import root from '../../package.json' with { type: 'json' };
import { createScrape, omitUnreadGauges, pushReaders } from './metric-readers.ts';
import { resetInstruments } from './metrics.ts';

/** Time that `stop` waits for the collector, in ms. */
const STOP_LIMIT_MS = 3_000;

/** Running telemetry. */
export type Telemetry = {
  /** The current metrics, in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Flushes for at most a few seconds and shuts down. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Starts tracing and metrics. Trace ids are always created and propagated, so that logs and events of a request can be
 * joined, and metrics are always available from {@link Telemetry.metricsText}. Spans and metrics are exported by OTLP only
 * if `exporting` is true, as configured by the standard `OTEL_*` variables.
 */
export async function startTelemetry(service: string, exporting: boolean): Promise<Telemetry> {
  const scrape = createScrape();
  const resource = resourceOf(service);
  const traces = exporting ? await exportTraces(resource) : makeTraces();
  const readers = exporting ? await pushReaders() : [];
  const meters = new MeterProvider({ resource, readers: [scrape.reader, ...readers].map(omitUnreadGauges) });
  metrics.setGlobalMeterProvider(meters);
  resetInstruments();
  return {
    metricsText: scrape.text,
    async stop() {
      // An unreachable collector must neither block shutdown nor fail it.
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      await Promise.race([sent, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      // The globals can be set only once: free them for the next start.
      for (const api of [trace, context, propagation, metrics]) api.disable();
      resetInstruments();
    },
  };
}

/** The resource: the service with its version, an instance id, and `OTEL_RESOURCE_ATTRIBUTES`. */
const resourceOf = (service: string): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.version': root.version }))
    .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] }))
    .merge(resourceFromAttributes({ 'service.name': service }));

function makeTraces() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  // Unsampled spans still have ids, at less cost.
  const provider = new TracerProvider({ sampler: new AlwaysOffSampler() });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

async function exportTraces(resource: Resource) {
  // Loading the full SDK takes 170 ms: only when exporting.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({
    resource,
    autoDetectResources: false,
    logRecordProcessors: [],
    metricReaders: [],
    instrumentations: [],
  });
  sdk.start();
  return sdk;
}
