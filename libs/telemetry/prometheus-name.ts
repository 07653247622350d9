/** Prometheus names of UCUM units. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes' };

/**
 * The name of a metric in Prometheus, as its OTLP receiver and the collector's exporters derive it ("Prometheus and
 * OpenMetrics Compatibility" of the OpenTelemetry specification): other characters replaced, the unit spelled out unless
 * it is in braces, `_total` for counters. Histograms add `_bucket`, `_sum` and `_count`.
 */
export function prometheusName({ name, unit, counter }: { name: string; unit: string; counter: boolean }): string {
  const base = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/_total$/, '');
  const bare = unit.replace(/\{.*\}/g, '');
  const word = UNITS[bare] ?? bare;
  const named = word === '' || base.endsWith(`_${word}`) ? base : `${base}_${word}`;
  return counter ? `${named}_total` : named;
}
