import { type AttributeDefinition, type AttributeName, attributes, metrics, prometheusName } from '@styling/telemetry';

/** A series as Prometheus has it. */
export type Series = {
  /** Its name in the registry. */
  readonly metric: string;
  /** Whether `rate` applies to it. */
  readonly isCounter: boolean;
  /** Its labels, each with all its values where the registry lists them. */
  readonly labels: ReadonlyMap<string, readonly string[] | undefined>;
  /** Upper bounds, for a `_bucket` only. */
  readonly buckets?: readonly number[];
};

const labelOf = (attribute: string): string => attribute.replaceAll('.', '_');
const valuesOf = (name: AttributeName) => (attributes[name] as AttributeDefinition).values;

/** Every series that the services export, by its name in Prometheus. */
export function knownSeries(): ReadonlyMap<string, Series> {
  const known = new Map<string, Series>();
  for (const [metric, definition] of Object.entries(metrics)) {
    const { kind, unit } = definition;
    const name = prometheusName({ name: metric, unit, counter: kind === 'counter' });
    const labels = new Map(definition.attributes.map((key: AttributeName) => [labelOf(key), valuesOf(key)]));
    if (kind !== 'histogram') {
      known.set(name, { metric, labels, isCounter: kind === 'counter' });
      continue;
    }
    for (const part of ['sum', 'count']) known.set(`${name}_${part}`, { metric, labels, isCounter: true });
    const withBound = new Map([...labels, ['le', undefined] as const]);
    known.set(`${name}_bucket`, { metric, labels: withBound, isCounter: true, buckets: definition.buckets });
  }
  return known;
}
