import { getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core';
import { type MetricReader, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics';

const httpProtobuf = async () => new (await import('@opentelemetry/exporter-metrics-otlp-proto')).OTLPMetricExporter();
const EXPORTERS: Readonly<Record<string, () => Promise<PushMetricExporter>>> = {
  grpc: async () => new (await import('@opentelemetry/exporter-metrics-otlp-grpc')).OTLPMetricExporter(),
  'http/json': async () => new (await import('@opentelemetry/exporter-metrics-otlp-http')).OTLPMetricExporter(),
};

/**
 * A reader that sends the metrics by OTLP, as the standard variables say: `OTEL_METRICS_EXPORTER` (unless it names
 * others only), `OTEL_EXPORTER_OTLP_[METRICS_]PROTOCOL`, `OTEL_METRIC_EXPORT_INTERVAL`, and those that the exporters read
 * themselves. The Node SDK has the same, but would not take our reader beside it.
 * As there, a protocol that is not known is taken for http/protobuf: telemetry keeps no service from starting.
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
