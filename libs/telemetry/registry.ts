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
  'db.operation.name': {
    description: 'First word of the statement, in capitals; OTHER if unknown, CONNECT if no connection could be had',
  },
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
    values: [
      ...['put', 'get', 'head', 'presign', 'delete', 'deleteMany', 'deleteAll', 'deleteOlder', 'list'],
      ...['createBucket', 'allowReads'],
    ],
  },
  'styling.operation': {
    description: 'Provider operation',
    values: ['generate', 'advise', 'analyse'],
  },
  'styling.outbox.state': {
    description: 'Whether an event of the outbox waits for the log, or was set aside because the log can never take it',
    values: ['waiting', 'refused'],
  },
  'styling.prediction.status': {
    description: 'Final status of a hosted prediction, as the vendor names it, else `succeeded` or `failed`',
    values: ['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted'],
  },
  'styling.product_search': { description: 'Search API', values: ['serpapi', 'ebay'] },
  'styling.projection': { description: 'Read model', values: ['gateway', 'images', 'usage', 'jobs', 'webhooks'] },
  'styling.provider': { description: 'Provider of the model, as STYLING_PROVIDER names it' },
  'styling.source': { description: 'Subject filter of the events that a read model applies' },
  'styling.webhook.outcome': { description: 'How an attempt to deliver ended', values: ['succeeded', 'failed'] },
  'styling.request_id': { description: 'Request id, as in the X-Request-Id header; spans only' },
  'url.scheme': { description: 'Scheme of the request to the gateway itself', values: ['http'] },
} as const satisfies Record<string, AttributeDefinition>;

/** Name of an attribute. */
export type AttributeName = keyof typeof attributes;

const metric =
  <const Kind extends 'counter' | 'level' | 'gauge'>(kind: Kind) =>
  <const Keys extends readonly AttributeName[]>(unit: string, ...attributes: Keys) => ({
    describe: (description: string) => ({ kind, unit, attributes, description }),
  });
// The unit is UCUM; braces name what is counted. A level is counted up and down, a gauge is read on collection.
const [counter, level, gauge] = [metric('counter'), metric('level'), metric('gauge')];
/** A histogram of seconds, with the upper bounds of its buckets. */
const duration = <const Keys extends readonly AttributeName[]>(buckets: readonly number[], ...attributes: Keys) => ({
  describe: (description: string) => ({ kind: 'histogram' as const, unit: 's', attributes, buckets, description }),
});

/** For operations that take milliseconds. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Up to the longest request; the first ones are those of the conventions. */
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90, 120];

/** Metrics of the services. */
export const metrics = {
  'http.server.request.duration': duration(
    LONG,
    'http.request.method',
    'http.route',
    'http.response.status_code',
    'error.type',
    'url.scheme',
  ).describe('Client requests, from arrival to the end of the response'),
  'http.server.active_requests': level('{request}', 'http.request.method', 'url.scheme').describe(
    'Client requests in progress',
  ),
  'styling.admission.decisions': counter('{request}', 'styling.admission.outcome', 'http.route').describe(
    'Requests for a slot of their user, by outcome, which distinguishes the kinds of 429',
  ),
  'styling.admission.queue': gauge('{request}').describe(
    'Requests waiting for their admission decision in this replica',
  ),
  'styling.admission.slots.used': gauge('{slot}').describe(
    'Slots in use: admitted requests that have not ended; the same on every replica',
  ),
  'styling.jobs.watches': gauge('{request}').describe(
    'Long polls and event streams that wait for a job or an event in this replica',
  ),
  'styling.request.wait.duration': duration(LONG, 'styling.capability', 'http.route').describe(
    'From request.accepted until a worker first starts the request',
  ),
  'styling.provider.call.duration': duration(LONG, 'styling.provider', 'styling.operation', 'error.type').describe(
    'Provider calls, one per picture or answer',
  ),
  'styling.provider.fallbacks': counter('{call}', 'styling.provider', 'styling.operation', 'error.type').describe(
    'Calls that another provider was asked for, by the provider that failed',
  ),
  'styling.provider.circuit': gauge('{circuit}', 'styling.provider').describe(
    '0 while a provider is asked, 1 while one call tries it, 2 while it is not asked; of this replica',
  ),
  'styling.prediction.duration': duration(
    LONG,
    'styling.provider',
    'styling.model',
    'styling.prediction.status',
  ).describe(
    'Pictures and answers of hosted models, from creation to end as measured by the vendor, else by the worker',
  ),
  'styling.prediction.cost': counter(
    '{USD}',
    'styling.provider',
    'styling.model',
    'styling.prediction.status',
  ).describe(
    'Cost of hosted predictions in US dollars, by the price table or as configured; models without a price add 0',
  ),
  'messaging.process.duration': duration(
    LONG,
    'messaging.system',
    'messaging.operation.name',
    'messaging.destination.name',
    'messaging.consumer.group.name',
    'error.type',
  ).describe('Processing of one delivery of an event'),
  'styling.consumer.pending': gauge('{event}', 'messaging.consumer.group.name').describe(
    'Events not yet delivered to a durable consumer (its lag); the same on every replica',
  ),
  'styling.consumer.unacknowledged': gauge('{event}', 'messaging.consumer.group.name').describe(
    'Events delivered to a durable consumer but not yet acknowledged; the same on every replica',
  ),
  'styling.dead_letters': counter('{event}', 'messaging.consumer.group.name').describe(
    'Events that were dead-lettered',
  ),
  'styling.dead_letters.kept': gauge('{event}').describe(
    'Dead letters of all consumers that were neither replayed nor dropped; the same on every replica',
  ),
  'styling.projection.lag.events': gauge('{event}', 'styling.projection', 'styling.source').describe(
    'Log positions between the first event a read model has not applied and the last event it reads',
  ),
  'styling.projection.lag.time': gauge('s', 'styling.projection', 'styling.source').describe(
    'Age of the first event a read model has not applied; 0 if it is up to date',
  ),
  'styling.log.recognised': gauge('{log}', 'styling.projection', 'styling.source').describe(
    '1 while the log is the one in which the checkpoint of a read model was reached, 0 while it is another',
  ),
  'styling.outbox.events': gauge('{event}', 'styling.outbox.state').describe(
    'Events stored in the outbox because the log did not take them; the same on every replica',
  ),
  'styling.image.expiry.lag': gauge('s').describe(
    'Time since the oldest undeleted expired image expired; 0 if there is none',
  ),
  'styling.webhook.attempts': counter('{attempt}', 'styling.webhook.outcome').describe(
    'Attempts to deliver an event to a webhook; a failed one is most often the fault of its receiver',
  ),
  'styling.webhook.delivery.delay': duration(LONG).describe(
    'From when a delivery was due until an attempt began: what this system adds to the time of its receiver',
  ),
  'styling.webhook.delivery.overdue': gauge('s').describe(
    'How long the oldest due delivery has waited, of webhooks that neither fail nor are being sent to; the same on every replica',
  ),
  'styling.webhook.deliveries.pending': gauge('{delivery}').describe(
    'Deliveries that have not arrived and will be tried again; the same on every replica',
  ),
  'styling.webhook.disabled': gauge('{webhook}').describe(
    'Webhooks that the system disabled, as they only failed or were gone; the same on every replica',
  ),
  'styling.webhook.other_key': gauge('{webhook}').describe(
    'Webhooks encrypted with another key than the first of WEBHOOK_ENCRYPTION_KEY; the same on every replica',
  ),
  'styling.objectstore.operation.duration': duration(QUICK, 'styling.objectstore.operation', 'error.type').describe(
    'Object store operations; failed ones have an error.type',
  ),
  'db.client.operation.duration': duration(QUICK, 'db.system.name', 'db.operation.name', 'error.type').describe(
    'SQL statements, and failed attempts to get a connection; what failed has an error.type',
  ),
};

/** Name of a metric. */
export type MetricName = keyof typeof metrics;

type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';
const spanOf =
  (inner: boolean) =>
  <const Keys extends readonly AttributeName[]>(kind: SpanKind, name: string, ...attributes: Keys) => ({
    describe: (description: string) => ({ kind, name, attributes, description, inner }),
  });
// In a name, `{}` is replaced by a value of low cardinality, never an id. Every failed span also has an `error.type`.
const span = spanOf(false);
/** Only created inside another span: background loops must not start traces. */
const innerSpan = spanOf(true);

const MESSAGING = [
  'messaging.system',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
] as const;

/** Spans of the services. */
export const spans = {
  'http.server': span(
    'server',
    '{}',
    'http.request.method',
    'http.route',
    'http.response.status_code',
    'url.scheme',
    'styling.request_id',
  ).describe('A client request until the end of the response; it always starts a new trace'),
  'event.publish': span('producer', 'publish {}', ...MESSAGING, 'cloudevents.event_type').describe(
    'Publishing an event, until it is acknowledged; the event carries the trace',
  ),
  'event.process': span(
    'consumer',
    'process {}',
    ...MESSAGING,
    'messaging.consumer.group.name',
    'cloudevents.event_type',
  ).describe('Processing one delivery of an event by a durable consumer; part of the trace that published it'),
  'events.project': span(
    'consumer',
    'project {}',
    ...MESSAGING,
    'messaging.consumer.group.name',
    'messaging.batch.message_count',
    'styling.projection',
  ).describe(
    'Applying a batch of events to a read model; linked to each event, and part of their trace if they share one',
  ),
  'query.ask': innerSpan('client', 'ask {}', ...MESSAGING).describe('A query to a read model, until the reply'),
  'query.answer': innerSpan('server', 'answer {}', ...MESSAGING).describe(
    'Answering a query, in the service that owns the read model',
  ),
  'provider.call': span('internal', '{}', 'styling.provider', 'styling.operation').describe(
    'A provider call for one picture or answer, including retries and fallbacks',
  ),
  'model.request': innerSpan(
    'client',
    '{}',
    'http.request.method',
    'http.response.status_code',
    'server.address',
  ).describe('One HTTP request to the vendor of hosted models'),
  'products.find': span('internal', 'find products').describe('Product search for all items of an outfit'),
  'products.request': innerSpan('client', 'search {}', 'styling.product_search').describe('A request to a search API'),
  'objectstore.call': innerSpan('client', '{} object', 'styling.objectstore.operation').describe(
    'An object store operation, including retries',
  ),
  'database.query': innerSpan('client', '{} postgresql', 'db.system.name', 'db.operation.name').describe(
    'An SQL statement, or a failed attempt to get a connection',
  ),
};

/** Name of a span's declaration. */
export type SpanName = keyof typeof spans;
