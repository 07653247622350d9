import {
  type AttributeDefinition,
  type AttributeName,
  attributes,
  metrics,
  prometheusName,
  spans,
} from '@styling/telemetry';

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(', ') || '–';

/** docs/telemetry.md: the registry for human readers. */
export const telemetryPage = (): string => `# Telemetry

Generated from \`libs/telemetry/registry.ts\` by \`npm run docs\`. A test runs the system and compares what it exports with
this list, in both directions.

Every process serves metrics at \`GET /metrics\` on its \`HEALTH_PORT\`. With \`OTEL_EXPORTER_OTLP_ENDPOINT\` set, traces and
metrics are also exported there by OTLP, configured by the standard \`OTEL_*\` variables
([metrics](decisions/0023-metrics-by-scrape-or-push.md), [traces](decisions/0024-hand-written-spans.md)). The objectives based
on them are in [slo.md](slo.md).

Telemetry never contains user text, URLs, keys or object names. The only id is the request id, in one span of its trace: the
\`X-Request-Id\` of a response leads to its trace, and log lines carry \`trace_id\`.

## Metrics

${table(
  ['name', 'in Prometheus', 'kind', 'unit', 'attributes', 'description'],
  Object.entries(metrics).map(([name, { kind, unit, attributes: keys, description }]) => [
    code(name),
    code(prometheusName({ name, unit, counter: kind === 'counter' })),
    kind === 'level' ? 'up-down counter' : kind,
    unit,
    codes(keys),
    description,
  ]),
)}

A histogram is \`_bucket\`, \`_sum\` and \`_count\` in Prometheus. Aggregate metrics that every replica reports alike with \`max\`.

## Spans

${table(
  ['span', 'name', 'kind', 'attributes besides `error.type`', 'description'],
  Object.entries(spans).map(([span, { name, kind, attributes: keys, description }]) => [
    code(span),
    code(name.replace('{}', '…')),
    kind,
    codes(keys),
    description,
  ]),
)}

## Attributes

${table(
  ['name', 'values', 'description'],
  Object.keys(attributes)
    .toSorted()
    .map((name) => {
      const { values = [], description }: AttributeDefinition = attributes[name as AttributeName];
      return [code(name), codes(values), description];
    }),
)}

In Prometheus their dots are underscores.
`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
