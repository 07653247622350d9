/**
 * Everything that leaves this system as telemetry, declared once: attributes, metrics, spans. What is not here cannot be
 * said (the types of `count`, `record`, `observe` and `inSpan` are made from it), docs/telemetry.md is written from it,
 * dashboards and alerts are checked against it, and a test compares it with what a run really sends.
 *
 * Names without `styling.` are those of the OpenTelemetry semantic conventions. No value is ever a text, an address, a
 * key or an object's name; those of metrics are bounded, and so never an id either.
 */

/** What an attribute says. */
export type AttributeDefinition = {
  readonly description: string;
  /** Every value it can have, where that is a short list. */
  readonly values?: readonly string[];
};

/** Attributes of spans and metrics. */
export const attributes = {
  'cloudevents.event_type': { description: 'Type of an event, as in docs/asyncapi.json' },
  'db.operation.name': { description: 'First word of the statement, in capitals; OTHER when it is none of SQL' },
  'db.system.name': { description: 'Kind of database', values: ['postgresql'] },
  'error.type': {
    description: 'What failed: a code or the name of an error class, or an HTTP status; never a message',
  },
  'http.request.method': { description: 'Method of the request; _OTHER when it is none of HTTP' },
  'http.response.status_code': { description: 'Status of the answer; absent when none was sent' },
  'http.route': { description: 'Template of the path, e.g. /images/:id; absent for all unknown paths together' },
  'messaging.batch.message_count': { description: 'Events taken in at once' },
  'messaging.consumer.group.name': { description: 'Durable consumer, or reader of the log' },
  'messaging.destination.name': { description: 'Stream, or subject of a query' },
  'messaging.operation.name': {
    description: 'What is done',
    values: ['publish', 'process', 'project', 'ask', 'answer'],
  },
  'messaging.operation.type': { description: 'What kind of doing that is', values: ['send', 'process'] },
  'messaging.system': { description: 'Kind of bus', values: ['nats'] },
  'server.address': { description: 'Host of the vendor of hosted models, as it is configured' },
  'styling.admission.outcome': {
    description:
      'What became of a request that asked for a slot: admitted, refused with a 429, or judged by its Idempotency-Key',
    values: ['admitted', 'in_progress', 'daily_limit', 'answered', 'key_reused'],
  },
  'styling.capability': { description: 'Worker service', values: ['tryon', 'analysis', 'style'] },
  'styling.model': { description: 'Hosted model as the configuration names it, without its version' },
  'styling.objectstore.operation': {
    description: 'Call of the object store',
    values: ['put', 'get', 'head', 'presign', 'delete', 'deleteAll', 'deleteOlder', 'createBucket'],
  },
  'styling.operation': {
    description: 'What a provider is asked for',
    values: ['generate', 'advise', 'analyse'],
  },
  'styling.prediction.status': {
    description: 'How a hosted prediction ended, in the words of its vendor',
    values: ['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted'],
  },
  'styling.product_search': { description: 'Search API', values: ['serpapi', 'ebay'] },
  'styling.projection': { description: 'Read model', values: ['images', 'usage'] },
  'styling.provider': { description: 'Where a model runs', values: ['replicate', 'ondevice'] },
  'styling.source': { description: 'Subject filter of the events that a read model takes in' },
  'styling.request_id': { description: 'The request, as in the X-Request-Id header; of spans only' },
  'url.scheme': { description: 'Scheme that the gateway itself is spoken to in', values: ['http'] },
} as const satisfies Record<string, AttributeDefinition>;

/** Name of an attribute. */
export type AttributeName = keyof typeof attributes;

type MetricDefinition = {
  /** `gauge` is read when somebody looks; `level` is counted up and down. */
  readonly kind: 'counter' | 'level' | 'gauge' | 'histogram';
  /** UCUM; what stands in braces only says what is counted. */
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly AttributeName[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
};

/** Seconds of what takes milliseconds. */
const QUICK = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds of what may take as long as a request: those of the conventions, and on to the longest. */
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 90, 120];

/** Metrics of the services. */
export const metrics = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Requests of clients, from arrival to the end of the answer',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'error.type', 'url.scheme'],
    buckets: LONG,
  },
  'http.server.active_requests': {
    kind: 'level',
    unit: '{request}',
    description: 'Requests of clients that are being answered',
    attributes: ['http.request.method', 'url.scheme'],
  },
  'styling.admission.decisions': {
    kind: 'counter',
    unit: '{request}',
    description: 'Requests that asked for the slot of their user, by outcome: the 429s by kind',
    attributes: ['styling.admission.outcome', 'http.route'],
  },
  'styling.admission.queue': {
    kind: 'gauge',
    unit: '{request}',
    description: 'Requests that wait for Postgres to decide on their admission, in this replica',
    attributes: [],
  },
  'styling.admission.slots.used': {
    kind: 'gauge',
    unit: '{slot}',
    description: 'Slots that are taken: admitted requests without an end; the same on every replica',
    attributes: [],
  },
  'styling.request.wait.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'From request.accepted to the moment a worker first takes the request up',
    attributes: ['styling.capability', 'http.route'],
    buckets: LONG,
  },
  'styling.provider.call.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time in a provider, for one picture or one answer',
    attributes: ['styling.provider', 'styling.operation', 'error.type'],
    buckets: LONG,
  },
  'styling.prediction.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Hosted predictions, from creation to end by the clock of the vendor',
    attributes: ['styling.provider', 'styling.model', 'styling.prediction.status'],
    buckets: LONG,
  },
  'styling.prediction.cost': {
    kind: 'counter',
    unit: '{USD}',
    description: 'US dollars that hosted predictions cost by the table of prices; models without a price add 0',
    attributes: ['styling.provider', 'styling.model', 'styling.prediction.status'],
  },
  'messaging.process.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Handling of one delivery of an event',
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
    description: 'Events that a durable consumer has not been given yet: its lag; the same on every replica',
    attributes: ['messaging.consumer.group.name'],
  },
  'styling.consumer.unacknowledged': {
    kind: 'gauge',
    unit: '{event}',
    description: 'Events that a durable consumer was given and has not finished; the same on every replica',
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
    description: 'Positions of the log from the first event that a read model has not taken in to the last of its kind',
    attributes: ['styling.projection', 'styling.source'],
  },
  'styling.projection.lag.time': {
    kind: 'gauge',
    unit: 's',
    description: 'Age of the first event that a read model has not taken in; 0 when it has all',
    attributes: ['styling.projection', 'styling.source'],
  },
  'styling.image.expiry.lag': {
    kind: 'gauge',
    unit: 's',
    description: 'How long ago the oldest image expired whose object is not known to be deleted; 0 when there is none',
    attributes: [],
  },
  'styling.objectstore.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Calls of the object store; those that failed have an error.type',
    attributes: ['styling.objectstore.operation', 'error.type'],
    buckets: QUICK,
  },
  'db.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Statements; those that failed have an error.type',
    attributes: ['db.system.name', 'db.operation.name', 'error.type'],
    buckets: QUICK,
  },
} as const satisfies Record<string, MetricDefinition>;

/** Name of a metric. */
export type MetricName = keyof typeof metrics;

type SpanDefinition = {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** `{}` is what it is about: one of few words, never an id. */
  readonly name: string;
  readonly description: string;
  /** Besides `error.type`, which every span has that failed. */
  readonly attributes: readonly AttributeName[];
  /** Only as a part of another span: what background loops do by the second is no trace. */
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
    description: 'A request of a client, to the end of the answer; it begins a trace, whatever trace it may bring',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'url.scheme', 'styling.request_id'],
  },
  'event.publish': {
    kind: 'producer',
    name: 'publish {}',
    description: 'An event is put to the log, until that is acknowledged; the event carries its trace on',
    attributes: [...MESSAGING, 'cloudevents.event_type'],
  },
  'event.process': {
    kind: 'consumer',
    name: 'process {}',
    description: 'One delivery of an event to a durable consumer; part of the trace that published it',
    attributes: [...MESSAGING, 'messaging.consumer.group.name', 'cloudevents.event_type'],
  },
  'events.project': {
    kind: 'consumer',
    name: 'project {}',
    description: 'A batch of events is taken into a read model; linked to each, and part of their trace if it is one',
    attributes: [...MESSAGING, 'messaging.consumer.group.name', 'messaging.batch.message_count', 'styling.projection'],
  },
  'query.ask': {
    kind: 'client',
    name: 'ask {}',
    description: 'A question to a read model, until the answer',
    attributes: MESSAGING,
  },
  'query.answer': {
    kind: 'server',
    name: 'answer {}',
    description: 'The answer to it, in the service that owns the read model',
    attributes: MESSAGING,
  },
  'provider.call': {
    kind: 'internal',
    name: '{}',
    description: 'A provider makes a picture or an answer, with all retries and fallbacks',
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
    description: 'Purchase links are looked for, for all items at once',
    attributes: [],
  },
  'products.request': {
    kind: 'client',
    name: 'search {}',
    description: 'A search API is asked',
    attributes: ['styling.product_search'],
    inner: true,
  },
  'objectstore.call': {
    kind: 'client',
    name: '{} object',
    description: 'A call of the object store, with its retries',
    attributes: ['styling.objectstore.operation'],
    inner: true,
  },
  'database.query': {
    kind: 'client',
    name: '{} postgresql',
    description: 'A statement',
    attributes: ['db.system.name', 'db.operation.name'],
    inner: true,
  },
} as const satisfies Record<string, SpanDefinition>;

/** Which of the spans. */
export type SpanName = keyof typeof spans;
