import {
  type Counter,
  type Meter,
  type MetricOptions,
  metrics as metricsApi,
  type ObservableCallback,
  type UpDownCounter,
} from '@opentelemetry/api';
import { type MetricName, metrics } from './registry.ts';

const CODE = /^([A-Za-z][A-Za-z0-9_]{1,40}|[0-9A-Z]{5})$/;
const NAME = /^[A-Za-z][\w.]{0,63}$/;

/** The `error.type` of a failure: its code, else its class name; never the message, which may contain private data. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return NAME.test(error.name) ? error.name : 'Error';
}

type OfKind<Kind> = { [Name in MetricName]: (typeof metrics)[Name]['kind'] extends Kind ? Name : never }[MetricName];
export type MetricAttributes<Name extends MetricName> = {
  readonly [Key in (typeof metrics)[Name]['attributes'][number]]?: string | number;
};

type Observation<Name extends MetricName> = readonly [value: number, attributes: MetricAttributes<Name>];

let instruments = new Map<MetricName, unknown>();

/** Discards all instruments, which belong to the meter provider that made them: call it after setting another. */
export function resetInstruments(): void {
  instruments = new Map();
}

function instrument<Created>(name: MetricName, create: (meter: Meter, options: MetricOptions) => Created): Created {
  const known = instruments.get(name) as Created | undefined;
  if (known) return known;
  const { unit, description } = metrics[name];
  const created = create(metricsApi.getMeter('styling'), { unit, description });
  instruments.set(name, created);
  return created;
}

/** Adds to a counter or a level. Adding 0 publishes a counter, so that its first increase is visible. */
export function count<Name extends OfKind<'counter' | 'level'>>(
  name: Name,
  amount: number,
  attributes: MetricAttributes<Name>,
): void {
  instrument<Counter | UpDownCounter>(name, (meter, options) =>
    metrics[name].kind === 'counter' ? meter.createCounter(name, options) : meter.createUpDownCounter(name, options),
  ).add(amount, attributes);
}

/** Records one value of a histogram, in the metric's unit. */
export function record<Name extends OfKind<'histogram'>>(
  name: Name,
  value: number,
  attributes: MetricAttributes<Name>,
): void {
  instrument(name, (meter, options) => {
    const advice = { explicitBucketBoundaries: [...metrics[name].buckets] };
    return meter.createHistogram(name, { ...options, advice });
  }).record(value, attributes);
}

type TimedMetric = {
  [Name in OfKind<'histogram'>]: 'error.type' extends keyof MetricAttributes<Name> ? Name : never;
}[OfKind<'histogram'>];

/** Records the duration of `work`, with an `error.type` if it throws. */
export async function timed<Name extends TimedMetric, T>(
  name: Name,
  attributes: MetricAttributes<Name>,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  let failure = {};
  try {
    return await work();
  } catch (error) {
    failure = { 'error.type': errorType(error) };
    throw error;
  } finally {
    record(name, (performance.now() - start) / 1000, { ...attributes, ...failure });
  }
}

/** Reads a gauge on each collection; absent if `read` fails or is slow: alert on that. @returns a stop function */
export function observe<Name extends OfKind<'gauge'>>(
  name: Name,
  read: () => readonly Observation<Name>[] | Promise<readonly Observation<Name>[]>,
): () => void {
  const gauge = instrument(name, (meter, options) => meter.createObservableGauge(name, options));
  const callback: ObservableCallback = async (result) => {
    for (const [value, attributes] of await read()) result.observe(value, attributes);
  };
  gauge.addCallback(callback);
  return () => gauge.removeCallback(callback);
}
