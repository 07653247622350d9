import { type AttributeDefinition, type AttributeName, attributes, metrics, prometheusName } from '@styling/telemetry';

/** A series as Prometheus has it. */
export type Series = {
  /** Its name in the registry; its own if it is not one of the services'. */
  readonly metric: string;
  /** Whether `rate` applies to it. */
  readonly isCounter: boolean;
  /** Its labels, each with all its values if the registry lists them; those of `le` begin with the matcher's operator. */
  readonly labels: ReadonlyMap<string, readonly string[] | undefined>;
};

/** Series of nats-server's exporter (`-varz -prefix=nats`). */
const natsSeries = ['nats_varz_jetstream_stats_storage', 'nats_varz_jetstream_config_max_storage'].map(
  (metric): [string, Series] => [metric, { metric, isCounter: false, labels: new Map([['server_id', undefined]]) }],
);

/** Every series that the services export, and those of nats-server that alerts use, by its name in Prometheus. */
export const knownSeries: ReadonlyMap<string, Series> = new Map([
  ...natsSeries,
  ...Object.entries(metrics).flatMap(([metric, definition]): [string, Series][] => {
    const { kind, unit } = definition;
    const name = prometheusName({ name: metric, unit, counter: kind === 'counter' });
    const labels = new Map(definition.attributes.map((key) => [key.replaceAll('.', '_'), valuesOf(key)]));
    if (kind !== 'histogram') return [[name, { metric, labels, isCounter: kind === 'counter' }]];
    // Whole bounds are written `30` or `30.0`, depending on the version of Prometheus and on how the metrics arrive.
    const bounds = definition.buckets.map((bound) => (Number.isInteger(bound) ? `=~${bound}(\\.0)?` : `=${bound}`));
    const series = { metric, labels, isCounter: true };
    const bucket = { ...series, labels: new Map([...labels, ['le', bounds]]) };
    return Object.entries({ [`${name}_sum`]: series, [`${name}_count`]: series, [`${name}_bucket`]: bucket });
  }),
]);

function valuesOf(name: AttributeName) {
  return (attributes[name] as AttributeDefinition).values;
}
