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

Generated from \`libs/telemetry/registry.ts\` by \`npm run docs\`; a test compares it with what the system exports
([why so](decisions/0023-telemetry.md)).

Every process serves metrics at \`GET /metrics\` on its \`HEALTH_PORT\`. With \`OTEL_EXPORTER_OTLP_ENDPOINT\` set, traces and metrics are also exported
there by OTLP, configured by the standard \`OTEL_*\` variables. What the metrics are good for: [slo.md](slo.md).

Telemetry never contains user text, URLs, keys or object names. The only id is the request id, in one span of its trace: the \`X-Request-Id\` of a
response leads to its trace, and log lines carry \`trace_id\`.

## Metrics

Names as in Prometheus. A histogram is \`_bucket\`, \`_sum\` and \`_count\`. Aggregate metrics that every replica reports alike with \`max\`.

${table(
  ['name', 'kind', 'attributes', 'description'],
  Object.entries(metrics).map(([name, { kind, unit, attributes: keys, description }]) => [
    code(prometheusName({ name, unit, counter: kind === 'counter' })),
    kind === 'level' ? 'up-down counter' : kind,
    codes(keys),
    description,
  ]),
)}

## Spans

${table(
  ['name', 'attributes besides `error.type`, `messaging.system` and `messaging.operation.*`', 'description'],
  Object.values(spans).map(({ name, attributes: keys, description }) => [
    code(name.replace('{}', '…')),
    codes(keys.filter((key) => !key.startsWith('messaging.operation') && key !== 'messaging.system')),
    description,
  ]),
)}

## Attributes with fixed values

${table(
  ['name', 'values', 'description'],
  Object.keys(attributes)
    .toSorted()
    .map((name) => attributeRow(name, attributes[name as AttributeName]))
    .filter(([, values]) => values !== '–'),
)}

In Prometheus their dots are underscores. The others are described in the registry.
`;

const attributeRow = (name: string, { values = [], description }: AttributeDefinition): readonly string[] => [
  code(name),
  codes(values),
  description,
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
