import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { DataPointType, type MetricData, type MetricReader } from '@opentelemetry/sdk-metrics';
import { prometheusName } from './prometheus-name.ts';

/** How long metrics that are read from elsewhere may take, in ms; a scrape is given up after 10 s by default. */
const COLLECT_LIMIT_MS = 5_000;

/** A reader for the meter, and what it reads as the text that Prometheus scrapes. */
export type Scrape = { readonly reader: MetricReader; text(): Promise<string> };

/**
 * The exporter's own names leave the unit out, those that come by OTLP do not: here both are the same, so that one
 * dashboard fits either road.
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
  // The unit is in the name now; told again it would be in words that Prometheus does not know.
  return { ...metric, descriptor: { ...metric.descriptor, name: prometheusName({ name, unit, counter }), unit: '' } };
}
