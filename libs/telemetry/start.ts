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
import { forgetInstruments } from './metrics.ts';
import { createScrape } from './scrape.ts';

/** How long a stop waits for the collector, in ms. */
const STOP_LIMIT_MS = 3_000;

/** Telemetry that runs. */
export type Telemetry = {
  /** All metrics as of now, in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Sends what is left, for a few seconds at most, and ends it. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Starts tracing and metrics. Trace ids are made and passed on in every case, so that logs and events of one request can
 * be joined, and metrics can be read with {@link Telemetry.metricsText}; spans and metrics leave the process by OTLP only
 * when `exporting` is true, and then as the standard `OTEL_*` variables say.
 */
export async function startTelemetry(service: string, exporting: boolean): Promise<Telemetry> {
  const scrape = createScrape();
  const resource = resourceOf(service);
  const traces = exporting ? await exportTraces(resource) : makeTraces();
  const readers = exporting ? await (await import('./push.ts')).pushReaders() : [];
  const meters = new MeterProvider({ resource, readers: [scrape.reader, ...readers] });
  metrics.setGlobalMeterProvider(meters);
  forgetInstruments();
  return {
    metricsText: scrape.text,
    async stop() {
      // A collector that is away keeps nobody from stopping, and is no failure of the service.
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      await Promise.race([sent, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      // Only one of each can be set; the next to start sets its own.
      for (const api of [trace, context, propagation, metrics]) api.disable();
      forgetInstruments();
    },
  };
}

/** Who speaks: the service, an id for its process, and what `OTEL_RESOURCE_ATTRIBUTES` adds. */
const resourceOf = (service: string): Resource =>
  defaultResource()
    .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] }))
    .merge(resourceFromAttributes({ 'service.name': service }));

type Stoppable = { shutdown(): Promise<void> };

function makeTraces(): Stoppable {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  // Ids are made all the same; a span that nobody will see need not be written.
  const provider = new TracerProvider({ sampler: new AlwaysOffSampler() });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

async function exportTraces(resource: Resource): Promise<Stoppable> {
  // The full SDK costs 170 ms of loading: only those who export pay it.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const nothingElse = { logRecordProcessors: [], metricReaders: [], instrumentations: [] };
  const sdk = new NodeSDK({ resource, autoDetectResources: false, ...nothingElse });
  sdk.start();
  return sdk;
}
