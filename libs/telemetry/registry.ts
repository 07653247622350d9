/**
 * All telemetry, declared once; types and docs/telemetry.md derive from it, tests compare it with dashboards and
 * alerts. Names without `styling.` are OpenTelemetry semantic conventions. No value is ever user text, a URL, a key or
 * an object's name; metric attributes have bounded values, so never an id.
 */

export const attributes = {
  'cloudevents.event_type': undefined,
  /** First word of the statement in capitals; OTHER if unknown, CONNECT for a failed connection. */
  'db.operation.name': undefined,
  'db.system.name': ['postgresql'],
  'error.type': undefined,
  /** `_OTHER` for what is no HTTP method. */
  'http.request.method': undefined,
  'http.response.status_code': undefined,
  /** Route template, e.g. /images/:id; absent for unknown paths. */
  'http.route': undefined,
  'messaging.batch.message_count': undefined,
  /** Durable consumer, or reader of the log. */
  'messaging.consumer.group.name': undefined,
  /** Stream, or subject of a query. */
  'messaging.destination.name': undefined,
  'messaging.operation.name': ['publish', 'process', 'project', 'ask', 'answer'],
  'messaging.operation.type': ['send', 'process'],
  'messaging.system': ['nats'],
  /** Host of the vendor of hosted models, as configured. */
  'server.address': undefined,
  'styling.admission.outcome': ['admitted', 'in_progress', 'daily_limit', 'answered', 'key_reused'],
  'styling.capability': ['tryon', 'analysis', 'style'],
  /** Configured hosted model, without its version. */
  'styling.model': undefined,
  'styling.objectstore.operation': [
    'put',
    'get',
    'head',
    'presign',
    'delete',
    'deleteMany',
    'deleteAll',
    'deleteOlder',
    'list',
    'createBucket',
    'allowReads',
  ],
  'styling.operation': ['generate', 'advise', 'analyse'],
  /** Waiting for the log, or set aside because the log can never take it. */
  'styling.outbox.state': ['waiting', 'refused'],
  /** Final status in the vendor's words, else `succeeded` or `failed`. */
  'styling.prediction.status': ['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted'],
  'styling.product_search': ['serpapi', 'ebay'],
  'styling.projection': ['gateway', 'images', 'usage', 'jobs', 'webhooks'],
  'styling.provider': undefined,
  'styling.source': undefined,
  'styling.webhook.outcome': ['succeeded', 'failed'],
  /** X-Request-Id header; spans only. */
  'styling.request_id': undefined,
  'url.scheme': ['http'],
} as const satisfies Record<string, readonly string[] | undefined>;

export type AttributeName = keyof typeof attributes;

const metric =
  <const Kind extends 'counter' | 'level' | 'gauge'>(kind: Kind) =>
  <const Keys extends readonly AttributeName[]>(unit: string, ...attributes: Keys) => ({
    describe: (description: string) => ({ kind, unit, attributes, description }),
  });
// Units are UCUM; braces name what is counted. A level is counted up and down, a gauge is read on collection.
const [counter, level, gauge] = [metric('counter'), metric('level'), metric('gauge')];
const duration = <const Keys extends readonly AttributeName[]>(buckets: readonly number[], ...attributes: Keys) => ({
  describe: (description: string) => ({ kind: 'histogram' as const, unit: 's', attributes, buckets, description }),
});

const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Up to the longest request; the first ones are those of the conventions. */
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90, 120];

const PROVIDER_CALL = ['styling.provider', 'styling.operation', 'error.type'] as const;
const PREDICTION = ['styling.provider', 'styling.model', 'styling.prediction.status'] as const;
const CONSUMER = 'messaging.consumer.group.name';
const READ_MODEL = ['styling.projection', 'styling.source'] as const;
const HTTP_RESPONSE = ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme'] as const;
const MESSAGING = [
  'messaging.system',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
] as const;

export const metrics = {
  'http.server.request.duration': duration(LONG, ...HTTP_RESPONSE, 'error.type').describe(
    'Client requests, from arrival to the end of the response',
  ),
  'http.server.active_requests': level('{request}', 'http.request.method', 'url.scheme').describe(
    'Client requests in progress',
  ),
  'styling.admission.decisions': counter('{request}', 'styling.admission.outcome', 'http.route').describe(
    'Requests for a slot of their user, by outcome, which distinguishes the kinds of 429',
  ),
  'styling.admission.queue': gauge('{request}').describe('Requests waiting for admission in this replica'),
  'styling.admission.slots.used': gauge('{slot}').describe('Slots in use; the same on every replica'),
  'styling.jobs.watches': gauge('{request}').describe('Long polls and event streams that wait in this replica'),
  'styling.request.wait.duration': duration(LONG, 'styling.capability', 'http.route').describe(
    'From request.accepted until a worker first starts the request',
  ),
  'styling.provider.call.duration': duration(LONG, ...PROVIDER_CALL).describe(
    'Provider calls, one per picture or answer',
  ),
  'styling.provider.fallbacks': counter('{call}', ...PROVIDER_CALL).describe(
    'Calls passed on to another provider, by the provider that failed',
  ),
  'styling.provider.circuit': gauge('{circuit}', 'styling.provider').describe(
    'Circuit breaker of a provider in this replica: 0 closed, 1 half open, 2 open',
  ),
  'styling.prediction.duration': duration(LONG, ...PREDICTION).describe(
    'Pictures and answers of hosted models, from creation to end as measured by the vendor, else by the worker',
  ),
  'styling.prediction.cost': counter('{USD}', ...PREDICTION).describe(
    'Cost of hosted predictions in US dollars, by the price table or as configured; models without a price add 0',
  ),
  'styling.pictures.unusable': counter('{picture}', 'styling.provider', 'styling.model', 'error.type').describe(
    'Pictures that were not given out, and made once more, by their flaw: `broken`, `odd_size`, `other_aspect`, `no_face`, `several_faces`, `unchanged`',
  ),
  'messaging.process.duration': duration(
    LONG,
    'messaging.system',
    'messaging.operation.name',
    'messaging.destination.name',
    CONSUMER,
    'error.type',
  ).describe('Processing of one delivery of an event'),
  'styling.consumer.pending': gauge('{event}', CONSUMER).describe(
    'Events not yet delivered to a durable consumer (its lag); the same on every replica',
  ),
  'styling.consumer.unacknowledged': gauge('{event}', CONSUMER).describe(
    'Events delivered to a durable consumer but not yet acknowledged; the same on every replica',
  ),
  'styling.dead_letters': counter('{event}', CONSUMER).describe('Events that were dead-lettered'),
  'styling.dead_letters.kept': gauge('{event}').describe(
    'Dead letters of all consumers that were neither replayed nor dropped; the same on every replica',
  ),
  'styling.projection.lag.events': gauge('{event}', ...READ_MODEL).describe(
    'Log positions between the first event a read model has not applied and the last event it reads',
  ),
  'styling.projection.lag.time': gauge('s', ...READ_MODEL).describe(
    'Age of the first event a read model has not applied; 0 if it is up to date',
  ),
  'styling.log.recognised': gauge('{log}', ...READ_MODEL).describe(
    '1 while the log is the one in which the checkpoint of a read model was reached, 0 while it is another',
  ),
  'styling.outbox.events': gauge('{event}', 'styling.outbox.state').describe(
    'Events stored in the outbox because the log did not take them; the same on every replica',
  ),
  'styling.image.expiry.lag': gauge('s').describe('Age of the oldest expired image not deleted; 0 if there is none'),
  'styling.webhook.attempts': counter('{attempt}', 'styling.webhook.outcome').describe(
    'Attempts to deliver an event to a webhook; most failures are those of its receiver',
  ),
  'styling.webhook.delivery.delay': duration(LONG).describe('From when a delivery was due until an attempt began'),
  'styling.webhook.delivery.overdue': gauge('s').describe(
    'Age of the oldest due delivery, of webhooks that neither fail nor are being sent to; the same on every replica',
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
    'SQL statements, and failed attempts to connect; failed ones have an error.type',
  ),
};

export type MetricName = keyof typeof metrics;

type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';
const spanOf =
  (inner: boolean) =>
  <const Keys extends readonly AttributeName[]>(kind: SpanKind, name: string, ...attributes: Keys) => ({
    kind,
    name,
    attributes,
    inner,
  });
// In a name, `{}` is replaced by a value of low cardinality, never an id. Every failed span also has an `error.type`.
const span = spanOf(false);
/** Only created inside another span: background loops must not start traces. */
const innerSpan = spanOf(true);

export const spans = {
  /** A client request until the end of the response; always starts a new trace. */
  'http.server': span('server', '{}', ...HTTP_RESPONSE, 'styling.request_id'),
  /** Publishing an event until it is acknowledged; the event carries the trace. */
  'event.publish': span('producer', 'publish {}', ...MESSAGING, 'cloudevents.event_type'),
  /** One delivery to a durable consumer; part of the trace that published it. */
  'event.process': span('consumer', 'process {}', ...MESSAGING, CONSUMER, 'cloudevents.event_type'),
  /** A batch applied to a read model; linked to each event, part of their trace if they share one. */
  'events.project': span(
    'consumer',
    'project {}',
    ...MESSAGING,
    CONSUMER,
    'messaging.batch.message_count',
    'styling.projection',
  ),
  'query.ask': innerSpan('client', 'ask {}', ...MESSAGING),
  'query.answer': innerSpan('server', 'answer {}', ...MESSAGING),
  'provider.call': span('internal', '{}', 'styling.provider', 'styling.operation'),
  'model.request': innerSpan('client', '{}', 'http.request.method', 'http.response.status_code', 'server.address'),
  'products.find': span('internal', 'find products'),
  'products.request': innerSpan('client', 'search {}', 'styling.product_search'),
  'objectstore.call': innerSpan('client', '{} object', 'styling.objectstore.operation'),
  'database.query': innerSpan('client', '{} postgresql', 'db.system.name', 'db.operation.name'),
};

export type SpanName = keyof typeof spans;
