import { metrics, prometheusName } from '@styling/telemetry';

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

Names as in Prometheus: \`…_total\` are counters, \`…_duration_seconds\` and \`…_delay_seconds\` histograms (\`_bucket\`, \`_sum\`, \`_count\`), the rest
gauges. Aggregate with \`max\` what every replica reports alike. Dots of attributes are underscores in Prometheus.

${table(
  ['name', 'attributes', 'description'],
  Object.entries(metrics).map(([name, { kind, unit, attributes: keys, description }]) => [
    code(prometheusName({ name, unit, counter: kind === 'counter' })),
    codes(keys),
    description,
  ]),
)}

Spans are opened for client requests, publishing and processing events, projecting, queries, provider calls, and operations of the object store and the
database; the registry lists them with their attributes.
`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
