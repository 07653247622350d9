import { setTimeout as sleep } from 'node:timers/promises';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getNumberFromEnv, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  InstrumentType,
  MeterProvider,
  type MetricData,
  type MetricReader,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { AlwaysOffSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import root from '../../package.json' with { type: 'json' };
import { resetInstruments } from './metrics.ts';

/** How long `stop` waits for the collector. */
const STOP_LIMIT_MS = 3_000;

export type Telemetry = Awaited<ReturnType<typeof startTelemetry>>;

/**
 * Starts tracing and metrics. Trace ids are always created and propagated, and metrics always available from
 * `metricsText`; OTLP export, by the standard `OTEL_*` variables, only if `exporting`.
 */
export async function startTelemetry(service: string, exporting: boolean) {
  const scrape = createScrape();
  const resource = resourceOf(service);
  const traces = exporting ? await exportTraces(resource) : makeTraces();
  const readers = exporting ? await pushReaders() : [];
  const meters = new MeterProvider({ resource, readers: [scrape.reader, ...readers].map(omitUnreadGauges) });
  metrics.setGlobalMeterProvider(meters);
  resetInstruments();
  return {
    metricsText: scrape.text,
    /** Flushes for at most a few seconds and shuts down. Never rejects. */
    async stop(): Promise<void> {
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      await Promise.race([sent, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      // The globals can be set only once: free them for the next start.
      for (const api of [trace, context, propagation, metrics]) api.disable();
      resetInstruments();
    },
  };
}

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

const UNITS: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes' };

/**
 * Prometheus name of a metric ("Prometheus and OpenMetrics Compatibility" of the OpenTelemetry specification): unit
 * spelled out unless in braces, `_total` for counters. Histograms add `_bucket`, `_sum` and `_count`.
 */
export function prometheusName({ name, unit, counter }: { name: string; unit: string; counter: boolean }): string {
  const base = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/_total$/, '');
  const bare = unit.replace(/\{.*\}/g, '');
  const word = UNITS[bare] ?? bare;
  const named = word === '' || base.endsWith(`_${word}`) ? base : `${base}_${word}`;
  return counter ? `${named}_total` : named;
}

/** Time-out of asynchronous gauges; Prometheus aborts a scrape after 10 s by default. */
const COLLECT_LIMIT_MS = 5_000;

/** A reader with Prometheus text named as by OTLP push (the exporter omits units): one dashboard works for both. */
export function createScrape() {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer('', false, undefined, false, true);
  return {
    reader,
    async text(): Promise<string> {
      const { resourceMetrics } = await reader.collect({ timeoutMillis: COLLECT_LIMIT_MS });
      const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
        scope,
        metrics: metrics.map(renamed),
      }));
      return serializer.serialize({ ...resourceMetrics, scopeMetrics });
    },
  };
}

function renamed(metric: MetricData): MetricData {
  const { name, unit } = metric.descriptor;
  const counter = metric.dataPointType === DataPointType.SUM && metric.isMonotonic;
  // The unit is part of the name now; the exporter would add it again in UCUM.
  return { ...metric, descriptor: { ...metric.descriptor, name: prometheusName({ name, unit, counter }), unit: '' } };
}

const httpProtobuf = async () => new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter();
const EXPORTERS: Readonly<Record<string, () => Promise<PushMetricExporter>>> = {
  grpc: async () => new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter(),
  'http/json': async () => new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter(),
};

/**
 * Readers that push metrics by OTLP, by the standard variables as in the Node SDK, which does not accept our scrape
 * reader. An unknown protocol falls back to http/protobuf: telemetry must not keep a service from starting.
 */
export async function pushReaders(): Promise<MetricReader[]> {
  const wanted = (getStringFromEnv('OTEL_METRICS_EXPORTER') ?? 'otlp').split(',').map((name) => name.trim());
  if (!wanted.includes('otlp')) return [];
  const protocol =
    getStringFromEnv('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL') ??
    getStringFromEnv('OTEL_EXPORTER_OTLP_PROTOCOL') ??
    'http/protobuf';
  const exporter = await (EXPORTERS[protocol] ?? httpProtobuf)();
  const exportIntervalMillis = getNumberFromEnv('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000;
  return [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis })];
}

/** Leaves out gauges whose last reading failed: with cumulative temporality the SDK repeats the last value for ever. */
export function omitUnreadGauges<Reader extends MetricReader>(reader: Reader): Reader {
  const select = reader.selectAggregationTemporality.bind(reader);
  reader.selectAggregationTemporality = (type) =>
    type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : select(type);
  return reader;
}
