import {
  type Counter,
  type Histogram,
  type Meter,
  metrics as metricsApi,
  type ObservableCallback,
  type ObservableGauge,
  type UpDownCounter,
} from '@opentelemetry/api';
import { errorType } from './error-type.ts';
import { type MetricName, metrics } from './registry.ts';

type Kind<Name extends MetricName> = (typeof metrics)[Name]['kind'];
type OfKind<Wanted> = { [Name in MetricName]: Kind<Name> extends Wanted ? Name : never }[MetricName];

/** What is added to: counters, and levels that go up and down. */
export type CountedMetric = OfKind<'counter' | 'level'>;
/** What has a distribution. */
export type RecordedMetric = OfKind<'histogram'>;
/** What is read when somebody looks. */
export type ObservedMetric = OfKind<'gauge'>;

/** The attributes that the registry allows a metric. */
export type MetricAttributes<Name extends MetricName> = {
  readonly [Key in (typeof metrics)[Name]['attributes'][number]]?: string | number;
};

/** One value of an observed metric. */
export type Observation<Name extends ObservedMetric> = readonly [value: number, attributes: MetricAttributes<Name>];

type Instruments = {
  readonly meter: Meter;
  readonly counted: Map<CountedMetric, Counter | UpDownCounter>;
  readonly recorded: Map<RecordedMetric, Histogram>;
  readonly observed: Map<ObservedMetric, ObservableGauge>;
};

let current: Instruments | undefined;

/** Of the meter that is set now; before the first is set, or without one, they do nothing. */
function instruments(): Instruments {
  current ??= { meter: metricsApi.getMeter('styling'), counted: new Map(), recorded: new Map(), observed: new Map() };
  return current;
}

/** To be called when another meter was set: instruments belong to the meter that made them. */
export function forgetInstruments(): void {
  current = undefined;
}

/** Adds `amount` to a counter (0 makes it known, so that its first increase is seen) or to a level. */
export function count<Name extends CountedMetric>(
  name: Name,
  amount: number,
  attributes: MetricAttributes<Name>,
): void {
  const { meter, counted } = instruments();
  let instrument = counted.get(name);
  if (!instrument) {
    const { kind, unit, description } = metrics[name];
    instrument =
      kind === 'counter'
        ? meter.createCounter(name, { unit, description })
        : meter.createUpDownCounter(name, { unit, description });
    counted.set(name, instrument);
  }
  instrument.add(amount, attributes);
}

/** Records one value of a distribution, in the metric's unit. */
export function record<Name extends RecordedMetric>(
  name: Name,
  value: number,
  attributes: MetricAttributes<Name>,
): void {
  const { meter, recorded } = instruments();
  let instrument = recorded.get(name);
  if (!instrument) {
    const { unit, description, buckets } = metrics[name];
    instrument = meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: [...buckets] },
    });
    recorded.set(name, instrument);
  }
  instrument.record(value, attributes);
}

type TimedMetric = {
  [Name in RecordedMetric]: 'error.type' extends keyof MetricAttributes<Name> ? Name : never;
}[RecordedMetric];

/** Records how long `work` takes, with an `error.type` when it throws. */
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

/**
 * Has `read` called whenever metrics are collected, and at no other time. When it fails or takes too long the last value
 * stands (the SDK keeps it): what keeps it from being read has to show elsewhere.
 *
 * @returns a function that ends it
 */
export function observe<Name extends ObservedMetric>(
  name: Name,
  read: () => readonly Observation<Name>[] | Promise<readonly Observation<Name>[]>,
): () => void {
  const { meter, observed } = instruments();
  let instrument = observed.get(name);
  if (!instrument) {
    const { unit, description } = metrics[name];
    instrument = meter.createObservableGauge(name, { unit, description });
    observed.set(name, instrument);
  }
  const callback: ObservableCallback = async (result) => {
    for (const [value, attributes] of await read()) result.observe(value, attributes);
  };
  instrument.addCallback(callback);
  const from = instrument;
  return () => from.removeCallback(callback);
}
