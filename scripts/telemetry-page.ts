import {
  type AttributeDefinition,
  type AttributeName,
  attributes,
  metrics,
  prometheusName,
  spans,
} from '@styling/telemetry';

const KINDS = { counter: 'counter', level: 'up-down counter', gauge: 'gauge', histogram: 'histogram' } as const;
const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(', ') || '–';

/** docs/telemetry.md: the registry as a page. */
export const telemetryPage = (): string => `# Telemetry

Written from \`libs/telemetry/registry.ts\` by \`npm run docs\`. A test runs the system and compares what a collector
receives with this page: nothing else is exported, and nothing is missing.

Metrics are read from \`GET /metrics\` on the \`HEALTH_PORT\` of every process. With \`OTEL_EXPORTER_OTLP_ENDPOINT\` set, traces
and metrics are sent there by OTLP as well, as the standard \`OTEL_*\` variables configure
([metrics](decisions/0023-metrics-by-scrape-or-push.md), [traces](decisions/0024-hand-written-spans.md)). The objectives based on
them are in [slo.md](slo.md).

None of it contains a text, address, key or object name. The only id is that of a request, in one span of its trace: the
\`X-Request-Id\` of a response leads to its trace, and log lines carry \`trace_id\`.

## Metrics

${table(
  ['name', 'in Prometheus', 'kind', 'unit', 'attributes', 'description'],
  Object.entries(metrics).map(([name, { kind, unit, attributes: keys, description }]) => [
    code(name),
    code(prometheusName({ name, unit, counter: kind === 'counter' })),
    KINDS[kind],
    unit,
    codes(keys),
    description,
  ]),
)}

A histogram is \`_bucket\`, \`_sum\` and \`_count\` in Prometheus. Use \`max\` for a value that every replica reports alike.

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
