import { getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core';
import { type MetricReader, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';

const httpProtobuf = async () => new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter();
const EXPORTERS: Readonly<Record<string, () => Promise<PushMetricExporter>>> = {
  grpc: async () => new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter(),
  'http/json': async () => new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter(),
};

/**
 * A reader that pushes metrics by OTLP, configured by the standard variables: `OTEL_METRICS_EXPORTER` (none if it does not
 * include `otlp`), `OTEL_EXPORTER_OTLP_[METRICS_]PROTOCOL`, `OTEL_METRIC_EXPORT_INTERVAL`, and those the exporters read
 * themselves. The Node SDK does the same but does not accept our scrape reader beside it. As there, an unknown protocol
 * falls back to http/protobuf: telemetry must not keep a service from starting.
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
