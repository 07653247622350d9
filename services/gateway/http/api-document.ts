import { limits, publicMessage } from '@styling/contracts';
import { type ConfiguredLimits, openapiDocument } from '@styling/http';
import { endpoints } from '../endpoints/all-endpoints.ts';
import type { Endpoint } from './define-endpoint.ts';

/** Sections of the documentation, each with the first segments of its paths. */
const sections = [
  {
    name: 'Making images',
    description: 'Images of a person in other clothes',
    of: ['try_on_outfit', 'generate_image', 'style_me'],
  },
  { name: 'Outfit analysis', description: 'The clothes in an image', of: ['analyze_outfit', 'identify_clothing'] },
  { name: 'Jobs', description: 'Requests that were made, and their responses, also later', of: ['jobs'] },
  { name: 'Events', description: 'What happened, in order and without gaps', of: ['events'] },
  { name: 'Image records', description: 'Images generated for a user', of: ['images'] },
  { name: 'Assets', description: 'Pictures kept for later requests', of: ['assets'] },
  { name: 'Webhooks', description: 'Events, sent to an address', of: ['webhooks'] },
  { name: 'Keys', description: 'The API keys of a user', of: ['keys'] },
  { name: 'Agents', description: 'The API as tools', of: ['mcp'] },
  { name: 'Service', description: 'Usage and health', of: ['', 'capabilities', 'usage'] },
];

const tagOf = ({ path }: Endpoint): string =>
  sections.find(({ of }) => of.includes(path.split('/')[1] ?? ''))?.name ?? '';

const countedPaths = endpoints.filter(({ counted }) => counted).map(({ path }) => `\`${path}\``);

const description = ({
  dailyLimit,
}: ConfiguredLimits) => `Dresses people in images, identifies the clothes in an image, and suggests outfits.

**Key.** Every request but the health check needs an API key in the header \`X-API-Key\`.

**Requests.** Bodies are JSON objects (\`Content-Type: application/json\`) of at most ${limits.bodyMegabytes} MB, and besides their
images ${limits.fieldsMegabytes} MB, ${limits.smallBodyKilobytes} kB for requests that do not count; at most ${limits.bodyValues} members and elements, nested at most ${limits.bodyNesting}
deep. Unknown fields are ignored, and \`null\` is as absent.

**Order of checks.** Path and method (404), key (401, 403), body (400), \`Prefer\`, \`Cancel-After\`, \`Idempotency-Key\` (400),
limits (429), then the work. A refused request does not count toward the daily limit.

**Limits.** ${dailyLimit} requests a day (UTC) and one at a time, both per user, over all keys, unless a user was granted more. Counted are
${countedPaths.join(', ')}; all other endpoints are free. What is recorded for ever is bounded as well: ${limits.dailyChanges.toLocaleString('en')} changes a user and
day, or ${limits.changesPerRequest} for each request of a larger daily limit. A counted request is one, also one that fails, and so is a webhook that is made, enabled or
tested; an upload and a key are three. Beyond it counted requests get the 429 of the daily limit, others a 429 \`too_many_changes\`.
Revoking and deleting are always possible.

**Retrying.** A counted request with an \`Idempotency-Key\` can be sent again when its response was lost: for 24 hours the
same request with the same key gets the first one's response, with \`Idempotent-Replayed: true\`, and does not count. While
the first is in progress the second gets a 429. After a 5xx response the key is free: the request is processed again.
A different request with the same key gets a 400. Keys belong to the user, over all API keys.

**Jobs.** With \`Prefer: respond-async\` a counted request is answered 202 with a job; with \`wait=10\` only if it takes longer than
that many seconds. Its id is the request's. \`GET /jobs/:id?wait=30\` waits until it changes, \`/jobs/:id/events\` streams every change,
\`/jobs/:id/response\` has the response that a synchronous client gets, for a day. A job holds the user's slot until it ends. A repeat
with the \`Idempotency-Key\` of a running job, and the same preference, is the same job. Requests for jobs are free; usage counts them
within a minute or so and does not list them.

**Cancelling.** \`POST /jobs/:id/cancel\` ends a request: who waits for it gets a 409, and it does not count. With \`Cancel-After\` it is
cancelled by itself after that time, and answered 504; without it, work that takes longer than a client waits is finished.

**Responses.** All but event streams are JSON, and all carry \`X-Request-Id\`. An error is described in \`error\`; \`code\` is its stable name for
programs. An unknown path or method is a 404 \`${publicMessage('not_found')}\`; that of a known path lists in \`Allow\` what it takes.

This document is served at \`/openapi.json\`, as a page at \`/docs\`; neither needs a key or counts.`;

/** The OpenAPI 3.1 document of the HTTP API with the limits that are configured. */
export const apiDocument = (version: string, configured: ConfiguredLimits): object =>
  openapiDocument(
    {
      title: 'Image styling service',
      version,
      description: description(configured),
      tags: sections.map(({ name, description }) => ({ name, description })),
    },
    endpoints.map((endpoint) => ({ ...endpoint, tag: tagOf(endpoint) })),
    configured,
  );

/** A Markdown table of endpoints by their tags, for docs/api.md; a star marks those that count toward the daily limit. */
export const endpointTable = (endpoints: readonly Endpoint[]): string =>
  [
    '| | endpoints (*: counts toward the daily limit) |',
    '|---|---|',
    ...[...Map.groupBy(endpoints, tagOf)].map(([tag, tagged]) => `| ${tag} | ${tagged.map(named).join(', ')} |`),
  ].join('\n');

const named = ({ method, path, counted }: Endpoint): string =>
  `\`${method.toUpperCase()} ${path}\`${counted ? '*' : ''}`;
