import { type AttributeName, attributes, metrics, prometheusName } from '@styling/telemetry';

/** A series as Prometheus has it. */
export type Series = {
  /** Of the registry. */
  readonly metric: string;
  /** Whether it only grows, so that its rate means something. */
  readonly grows: boolean;
  /** Its labels, each with all its values where they are known. */
  readonly labels: ReadonlyMap<string, readonly string[] | undefined>;
  /** Upper bounds, of a `_bucket` only. */
  readonly buckets?: readonly number[];
};

const labelOf = (attribute: string): string => attribute.replaceAll('.', '_');
const valuesOf = (attribute: AttributeName): readonly string[] | undefined => {
  const { values }: { readonly values?: readonly string[]; readonly description: string } = attributes[attribute];
  return values;
};

/** Everything the services tell, by its name in Prometheus. */
export function knownSeries(): ReadonlyMap<string, Series> {
  const known = new Map<string, Series>();
  for (const [metric, definition] of Object.entries(metrics)) {
    const { kind, unit } = definition;
    const name = prometheusName({ name: metric, unit, counter: kind === 'counter' });
    const labels = new Map(definition.attributes.map((key: AttributeName) => [labelOf(key), valuesOf(key)]));
    if (kind !== 'histogram') {
      known.set(name, { metric, labels, grows: kind === 'counter' });
      continue;
    }
    for (const part of ['sum', 'count']) known.set(`${name}_${part}`, { metric, labels, grows: true });
    const withBound = new Map([...labels, ['le', undefined] as const]);
    known.set(`${name}_bucket`, { metric, labels: withBound, grows: true, buckets: definition.buckets });
  }
  return known;
}
