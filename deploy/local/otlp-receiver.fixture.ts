import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Resource = { resource: { attributes: Attribute[] } };
type Traces = { resourceSpans: (Resource & { scopeSpans: { spans: WireSpan[] }[] })[] };
type WireSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string; attributes?: Attribute[] }[];
  events?: { name: string }[];
};
type Points = { dataPoints: { attributes: Attribute[] }[]; isMonotonic?: boolean };
type WireMetric = { name: string; unit: string; sum?: Points; gauge?: Points; histogram?: Points };
type Metrics = { resourceMetrics: (Resource & { scopeMetrics: { metrics: WireMetric[] }[] })[] };

export type ReceivedSpan = Omit<WireSpan, 'attributes'> & {
  readonly service: string;
  readonly attributes: Readonly<Record<string, Value>>;
};

export type ReceivedMetric = {
  readonly service: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: 'sum' | 'gauge' | 'histogram';
  readonly isMonotonic: boolean;
  readonly attributes: readonly string[];
};

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
const serviceOf = ({ resource }: Resource): string => valuesOf(resource.attributes)['service.name']?.stringValue ?? '';

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

/** Takes OTLP/HTTP JSON on a free port of loopback, as a collector does. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const bodies: unknown[] = [];

  function keepTraces({ resourceSpans }: Traces): void {
    for (const resource of resourceSpans) {
      for (const span of resource.scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, service: serviceOf(resource), attributes: valuesOf(span.attributes) });
      }
    }
  }
  function keepMetrics({ resourceMetrics }: Metrics): void {
    for (const resource of resourceMetrics) {
      for (const { name, unit, ...metric } of resource.scopeMetrics.flatMap((scope) => scope.metrics)) {
        const kind = metric.sum ? 'sum' : metric.gauge ? 'gauge' : 'histogram';
        const { dataPoints = [], isMonotonic = false } = metric[kind] ?? {};
        const attributes = new Set(dataPoints.flatMap((point) => point.attributes.map(({ key }) => key)));
        metrics.push({ service: serviceOf(resource), name, unit, kind, isMonotonic, attributes: [...attributes] });
      }
    }
  }

  const server = createServer(async (request, response) => {
    const body = await json(request);
    bodies.push(body);
    if (request.url === '/v1/traces') keepTraces(body as Traces);
    else if (request.url === '/v1/metrics') keepMetrics(body as Metrics);
    else response.statusCode = 404;
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    text: () => JSON.stringify(bodies),
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
