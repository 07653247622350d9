/**
 * All telemetry of this system, declared once: attributes, metrics, spans. The types of `count`, `record`, `observe` and
 * `inSpan` are derived from it, docs/telemetry.md is generated from it, dashboards and alerts are checked against it, and a
 * test compares it with what a run exports.
 *
 * Names without `styling.` are those of the OpenTelemetry semantic conventions. No value is ever user text, a URL, a key or
 * an object's name; metric attributes have bounded values, so never an id.
 */

/** An attribute. */
export type AttributeDefinition = {
  readonly description: string;
  /** All its values, if they are few. */
  readonly values?: readonly string[];
};

/** Attributes of spans and metrics. */
export const attributes = {
  'cloudevents.event_type': { description: 'Type of an event, as in docs/asyncapi.json' },
  'db.operation.name': { description: 'First word of the statement, in capitals; OTHER if unknown' },
  'db.system.name': { description: 'Kind of database', values: ['postgresql'] },
  'error.type': {
    description: 'Type of the failure: a code, the name of an error class, or an HTTP status; never a message',
  },
  'http.request.method': { description: 'Method of the request; _OTHER if it is not an HTTP method' },
  'http.response.status_code': { description: 'Status of the response; absent if none was sent' },
  'http.route': { description: 'Route template, e.g. /images/:id; absent for unknown paths' },
  'messaging.batch.message_count': { description: 'Number of events in the batch' },
  'messaging.consumer.group.name': { description: 'Durable consumer, or reader of the log' },
  'messaging.destination.name': { description: 'Stream, or subject of a query' },
  'messaging.operation.name': {
    description: 'Name of the operation',
    values: ['publish', 'process', 'project', 'ask', 'answer'],
  },
  'messaging.operation.type': { description: 'Kind of the operation', values: ['send', 'process'] },
  'messaging.system': { description: 'Kind of bus', values: ['nats'] },
  'server.address': { description: 'Host of the vendor of hosted models, as configured' },
  'styling.admission.outcome': {
    description: 'Outcome of a request for a slot: admitted, rejected with a 429, or decided by its Idempotency-Key',
    values: ['admitted', 'in_progress', 'daily_limit', 'answered', 'key_reused'],
  },
  'styling.capability': { description: 'Worker service', values: ['tryon', 'analysis', 'style'] },
  'styling.model': { description: 'Hosted model as configured, without its version' },
  'styling.objectstore.operation': {
    description: 'Object store operation',
    values: ['put', 'get', 'head', 'presign', 'delete', 'deleteAll', 'deleteOlder', 'createBucket'],
  },
  'styling.operation': {
    description: 'Provider operation',
    values: ['generate', 'advise', 'analyse'],
  },
  'styling.prediction.status': {
    description: 'Final status of a hosted prediction, as the vendor names it',
    values: ['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted'],
  },
  'styling.product_search': { description: 'Search API', values: ['serpapi', 'ebay'] },
  'styling.projection': { description: 'Read model', values: ['images', 'usage'] },
  'styling.provider': { description: 'Provider of the model', values: ['replicate', 'ondevice'] },
  'styling.source': { description: 'Subject filter of the events that a read model applies' },
  'styling.request_id': { description: 'Request id, as in the X-Request-Id header; spans only' },
  'url.scheme': { description: 'Scheme of the request to the gateway itself', values: ['http'] },
} as const satisfies Record<string, AttributeDefinition>;

/** Name of an attribute. */
export type AttributeName = keyof typeof attributes;

type MetricDefinition = {
  /** `gauge` is read on collection; `level` is counted up and down. */
  readonly kind: 'counter' | 'level' | 'gauge' | 'histogram';
  /** UCUM; braces name what is counted. */
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly AttributeName[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
};

/** In seconds, for operations that take milliseconds. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** In seconds, up to the longest request; the first ones are those of the conventions. */
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90, 120];

/** Metrics of the services. */
export const metrics = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Client requests, from arrival to the end of the response',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'error.type', 'url.scheme'],
    buckets: LONG,
  },
  'http.server.active_requests': {
    kind: 'level',
    unit: '{request}',
    description: 'Client requests in progress',
    attributes: ['http.request.method', 'url.scheme'],
  },
  'styling.admission.decisions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests for a slot of their user, by outcome; tells apart the kinds of 429',
    attributes: ['styling.admission.outcome', 'http.route'],
  },
  'styling.admission.queue': {
    kind: 'gauge',
    unit: '{request}',
    description: 'Requests waiting for their admission decision in this replica',
    attributes: [],
  },
  'styling.admission.slots.used': {
    kind: 'gauge',
    unit: '{slot}',
    description: 'Slots in use: admitted requests that have not ended; the same on every replica',
    attributes: [],
  },
  'styling.request.wait.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From request.accepted until a worker first starts the request',
    attributes: ['styling.capability', 'http.route'],
    buckets: LONG,
  },
  'styling.provider.call.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Provider calls, one per picture or answer',
    attributes: ['styling.provider', 'styling.operation', 'error.type'],
    buckets: LONG,
  },
  'styling.prediction.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Hosted predictions, from creation to end as measured by the vendor',
    attributes: ['styling.provider', 'styling.model', 'styling.prediction.status'],
    buckets: LONG,
  },
  'styling.prediction.cost': {
    kind: 'counter',
    unit: '{USD}',
    description: 'Cost of hosted predictions in US dollars, from the price table; models without a price add 0',
    attributes: ['styling.provider', 'styling.model', 'styling.prediction.status'],
  },
  'messaging.process.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Processing of one delivery of an event',
    attributes: [
      'messaging.system',
      'messaging.operation.name',
      'messaging.destination.name',
      'messaging.consumer.group.name',
      'error.type',
    ],
    buckets: LONG,
  },
  'styling.consumer.pending': {
    kind: 'gauge',
    unit: '{event}',
    description: 'Events not yet delivered to a durable consumer (its lag); the same on every replica',
    attributes: ['messaging.consumer.group.name'],
  },
  'styling.consumer.unacknowledged': {
    kind: 'gauge',
    unit: '{event}',
    description: 'Events delivered to a durable consumer but not yet acknowledged; the same on every replica',
    attributes: ['messaging.consumer.group.name'],
  },
  'styling.dead_letters': {
    kind: 'counter',
    unit: '{event}',
    description: 'Events that were dead-lettered',
    attributes: ['messaging.consumer.group.name'],
  },
  'styling.projection.lag.events': {
    kind: 'gauge',
    unit: '{event}',
    description: 'Log positions between the first event a read model has not applied and the last event it reads',
    attributes: ['styling.projection', 'styling.source'],
  },
  'styling.projection.lag.time': {
    kind: 'gauge',
    unit: 's',
    description: 'Age of the first event a read model has not applied; 0 if it is up to date',
    attributes: ['styling.projection', 'styling.source'],
  },
  'styling.image.expiry.lag': {
    kind: 'gauge',
    unit: 's',
    description: 'Time since the oldest undeleted expired image expired; 0 if there is none',
    attributes: [],
  },
  'styling.objectstore.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Object store operations; failed ones have an error.type',
    attributes: ['styling.objectstore.operation', 'error.type'],
    buckets: QUICK,
  },
  'db.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'SQL statements; failed ones have an error.type',
    attributes: ['db.system.name', 'db.operation.name', 'error.type'],
    buckets: QUICK,
  },
} as const satisfies Record<string, MetricDefinition>;

/** Name of a metric. */
export type MetricName = keyof typeof metrics;

type SpanDefinition = {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** `{}` is replaced by a value of low cardinality, never an id. */
  readonly name: string;
  readonly description: string;
  /** In addition to `error.type`, which every failed span has. */
  readonly attributes: readonly AttributeName[];
  /** Only created inside another span: background loops must not start traces. */
  readonly inner?: true;
};

const MESSAGING = [
  'messaging.system',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
] as const satisfies readonly AttributeName[];

/** Spans of the services. */
export const spans = {
  'http.server': {
    kind: 'server',
    name: '{}',
    description: 'A client request until the end of the response; it always starts a new trace',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme', 'styling.request_id'],
  },
  'event.publish': {
    kind: 'producer',
    name: 'publish {}',
    description: 'Publishing an event, until it is acknowledged; the event carries the trace',
    attributes: [...MESSAGING, 'cloudevents.event_type'],
  },
  'event.process': {
    kind: 'consumer',
    name: 'process {}',
    description: 'Processing one delivery of an event by a durable consumer; part of the trace that published it',
    attributes: [...MESSAGING, 'messaging.consumer.group.name', 'cloudevents.event_type'],
  },
  'events.project': {
    kind: 'consumer',
    name: 'project {}',
    description:
      'Applying a batch of events to a read model; linked to each event, and part of their trace if they share one',
    attributes: [...MESSAGING, 'messaging.consumer.group.name', 'messaging.batch.message_count', 'styling.projection'],
  },
  'query.ask': {
    kind: 'client',
    name: 'ask {}',
    description: 'A query to a read model, until the reply',
    attributes: MESSAGING,
  },
  'query.answer': {
    kind: 'server',
    name: 'answer {}',
    description: 'Answering a query, in the service that owns the read model',
    attributes: MESSAGING,
  },
  'provider.call': {
    kind: 'internal',
    name: '{}',
    description: 'A provider call for one picture or answer, including retries and fallbacks',
    attributes: ['styling.provider', 'styling.operation'],
  },
  'model.request': {
    kind: 'client',
    name: '{}',
    description: 'One HTTP request to the vendor of hosted models',
    attributes: ['http.request.method', 'http.response.status_code', 'server.address'],
    inner: true,
  },
  'products.find': {
    kind: 'internal',
    name: 'find products',
    description: 'Product search for all items of an outfit',
    attributes: [],
  },
  'products.request': {
    kind: 'client',
    name: 'search {}',
    description: 'A request to a search API',
    attributes: ['styling.product_search'],
    inner: true,
  },
  'objectstore.call': {
    kind: 'client',
    name: '{} object',
    description: 'An object store operation, including retries',
    attributes: ['styling.objectstore.operation'],
    inner: true,
  },
  'database.query': {
    kind: 'client',
    name: '{} postgresql',
    description: 'An SQL statement',
    attributes: ['db.system.name', 'db.operation.name'],
    inner: true,
  },
} as const satisfies Record<string, SpanDefinition>;

/** Name of a span's declaration. */
export type SpanName = keyof typeof spans;
