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

/** docs/telemetry.md: the registry, for who reads rather than programs. */
export const telemetryPage = (): string => `# Telemetry

Written from \`libs/telemetry/registry.ts\` by \`npm run docs\`. A test runs the system and compares what it tells a collector
with this: there is nothing else, and nothing of this is missing.

Metrics are read from \`GET /metrics\` on the \`HEALTH_PORT\` of every process. With \`OTEL_EXPORTER_OTLP_ENDPOINT\` set, traces
and metrics are sent there by OTLP as well, as the standard \`OTEL_*\` variables say
([metrics](decisions/0023-metrics-by-scrape-or-push.md), [traces](decisions/0024-hand-written-spans.md)). What is promised with
them is in [slo.md](slo.md).

No text, address, key or object's name is in any of it. The one id is that of a request, in one span of its trace: the
\`X-Request-Id\` of an answer leads to its trace, and log lines carry \`trace_id\`.

## Metrics

${table(
  ['name', 'in Prometheus', 'kind', 'unit', 'attributes', 'what it tells'],
  Object.entries(metrics).map(([name, { kind, unit, attributes: keys, description }]) => [
    code(name),
    code(prometheusName({ name, unit, counter: kind === 'counter' })),
    KINDS[kind],
    unit,
    codes(keys),
    description,
  ]),
)}

A histogram is \`_bucket\`, \`_sum\` and \`_count\` in Prometheus. What every replica tells alike is to be taken by \`max\`.

## Spans

${table(
  ['span', 'name', 'kind', 'attributes besides `error.type`', 'what it is'],
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
  ['name', 'values', 'what it says'],
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
