import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { DataPointType, type MetricData, type MetricReader } from '@opentelemetry/sdk-metrics';
import { prometheusName } from './prometheus-name.ts';

/** Time-out of asynchronous gauges, in ms; Prometheus aborts a scrape after 10 s by default. */
const COLLECT_LIMIT_MS = 5_000;

/** A metric reader, and its metrics in the text format of Prometheus. */
export type Scrape = { readonly reader: MetricReader; text(): Promise<string> };

/**
 * Renames the metrics to the names they have when pushed by OTLP (the exporter omits the unit), so that one dashboard works
 * for both transports.
 */
export function createScrape(): Scrape {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer('', false, undefined, false, true);
  return {
    reader,
    async text() {
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
