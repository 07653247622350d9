import fc from 'fast-check';

const ID = 'img_0123456789abcdef01234567';
const JOB = 'req_0123456789abcdef01234567';
const EVENT = 'evt_0123456789abcdef01234567';

/** Request targets beside those that the API has. */
export const oddTargets = fc.oneof(
  fc.constantFrom(
    '//',
    '/%2e%2e/',
    '/../usage',
    '/images/%00',
    '/images/%zz',
    '/images/..%2f..%2fusage',
    '/images//',
    '/Usage',
    '/usage/',
    '/usage%20',
    '/nothing',
    '*',
    'http://x/usage',
    'http://x:99999/',
    '/\\x',
    '/a b',
    '',
    '/try_on_outfit%00',
    '/__proto__',
    '/images/__proto__',
    '?x',
    '#',
    `/images/${'%F0%9F%91%97'.repeat(40)}`,
    `/${'x'.repeat(20_000)}`,
    '/images/%c3%28',
    '/\xff',
    `/images/${ID}?limit=x`,
    `/jobs/${JOB}/nothing`,
    '/jobs//response',
    '/.env',
    '/images/%0d%0aX-Injected:%20y',
    "/images/'%20or%201=1--",
  ),
  fc.webPath(),
  fc.string({ maxLength: 60 }).map((text) => `/images/${encodeURIComponent(text.toWellFormed())}`),
);

const parameter = fc.constantFrom('limit', 'cursor', 'status', 'wait', 'types', 'limit[]', '__proto__[limit]', 'x');
const value = fc.oneof(
  fc.constantFrom('1', '100', '0', '-1', '1e3', '0x10', '', 'NaN', '\ud83d\udc57', '%', '%00', '%ff', 'a&b', '='),
  fc.integer().map(String),
  fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string().map((text) => Buffer.from(text.toWellFormed()).toString('base64url')),
);
const listQueries = fc
  .array(fc.tuple(parameter, value), { maxLength: 3 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
  .chain((query) => fc.constantFrom(`/images?${query}`, `/jobs?${query}`, `/jobs/${JOB}?${query}`, `/events?${query}`));

/** Targets of the API's GET endpoints, with any query. */
export const getTargets = fc.oneof(
  fc.constantFrom('/', '/usage', '/images', `/images/${ID}`, '/images/img_x', '/jobs', `/jobs/${JOB}`),
  fc.constantFrom(`/jobs/${JOB}/timeline`, '/jobs/x/cancel'),
  fc.constantFrom(`/jobs/${JOB}/response`, `/jobs/${JOB}/events`, '/jobs/x/response', `/jobs/${JOB}?wait=30`),
  fc.constantFrom('/events', '/events?types=job.succeeded,', `/events/${EVENT}`, '/events/evt_x', '/events/%00'),
  fc.constantFrom('/webhooks', '/webhooks/whk_x', '/webhooks/%00/deliveries', '/webhooks/whk_x/deliveries?cursor=%00'),
  listQueries,
);
