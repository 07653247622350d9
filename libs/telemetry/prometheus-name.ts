/** Units of UCUM in the words of Prometheus. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes' };

/** A metric as OpenTelemetry knows it. `counter` is one that only grows. */
export type NamedMetric = { readonly name: string; readonly unit: string; readonly counter: boolean };

/**
 * The name a metric has in Prometheus, as its OTLP receiver and the collector's exporters make it ("Prometheus and
 * OpenMetrics Compatibility" of the OpenTelemetry specification): characters of its own kind, the unit in words unless it
 * stands in braces, `_total` for what only grows. The distribution of a histogram is under `_bucket`, `_sum`, `_count`.
 */
export function prometheusName({ name, unit, counter }: NamedMetric): string {
  const base = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/_total$/, '');
  const bare = unit.replace(/\{.*\}/g, '');
  const word = UNITS[bare] ?? bare;
  const named = word === '' || base.endsWith(`_${word}`) ? base : `${base}_${word}`;
  return counter ? `${named}_total` : named;
}
