import { errorCodes, errorStatus, publicMessage, requestId } from '@styling/contracts';
import { z } from 'zod';
import type { DocumentedError } from '../endpoint-declaration.ts';
import { responseHeaders } from './headers.ts';
import type { JsonSchemas } from './json-schemas.ts';

/** Body of every error except the two kinds of 429, whose members the spec fixes. */
export const errorResponse = z
  .object({
    error: z.string(),
    code: z.enum(errorCodes).optional(),
    request_id: requestId.optional(),
    details: z.string().optional().meta({ description: 'What exactly is wrong, where that can be said' }),
    oldest_cursor: z.string().optional().meta({ description: 'Of a `cursor_expired`: where the feed begins' }),
  })
  .meta({ id: 'Error' });
/** Body of the daily 429. */
export const dailyLimitResponse = z
  .object({
    error: z.string(),
    limit: z.number().int(),
    remaining: z.number().int().min(0).meta({ description: 'Not 0 only if the request costs more than is left' }),
    reset: z.iso.datetime(),
  })
  .meta({ id: 'DailyLimitError' });
/** Body of the concurrency 429. */
export const inProgressResponse = z.object({ error: z.string() }).meta({ id: 'InProgressError' });

/** Limits that the operator configured; the document states them. */
export type ConfiguredLimits = {
  /** Requests of a user per day. */
  readonly dailyLimit: number;
  readonly requestTimeoutSeconds: number;
};

const REQUEST_ID = 'req_0123456789abcdef01234567';
const MEANING: Readonly<Record<number, string>> = {
  401: 'Missing API key',
  403: 'Invalid API key: wrong, malformed, revoked and inactive keys get the same response',
  404: 'It does not exist, is no longer available, or belongs to another user',
  409: 'The request was canceled by its user. It does not count toward the daily limit.',
  410: 'Events after the cursor are no longer kept',
  429: 'The user has made too many changes on this day (UTC), over all keys. Wait `Retry-After` seconds.',
  500: 'Internal server error. The request does not count toward the daily limit.',
  503: 'A part of the service is unreachable. The request does not count toward the daily limit.',
};
/** A refusal was paid, see `countsAgainstDay` of the gateway. */
const badRequestMeaning = (errors: readonly DocumentedError[]) =>
  `Missing or invalid parameters. The request does not count toward the daily limit${
    errors.some(([code]) => code === 'content_refused') ? ', unless its code is `content_refused`.' : '.'
  }`;
const timeoutMeaning = (seconds: number) =>
  `The request took longer than ${seconds} seconds. A try-on that completes later appears under \`GET /images\`. The ` +
  'request does not count toward the daily limit.';

/** The error responses of an endpoint by status, each with the texts it can have as examples. */
export function errorResponses(
  errors: readonly DocumentedError[],
  counted: boolean | 'relayed',
  schemas: JsonSchemas,
  { requestTimeoutSeconds }: ConfiguredLimits,
): Record<string, object> {
  const byStatus = Object.groupBy(errors, ([code]) => errorStatus(code));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, examples = []]) => [
      status,
      {
        description:
          status === '400'
            ? badRequestMeaning(examples)
            : (MEANING[Number(status)] ?? timeoutMeaning(requestTimeoutSeconds)),
        headers: responseHeaders(Number(status), counted),
        content: { 'application/json': { schema: schemas.of(errorResponse), examples: examplesOf(examples) } },
      },
    ]),
  );
}

const examplesOf = (errors: readonly DocumentedError[]) =>
  Object.fromEntries(
    errors.map(([code, parameters = {}]) => [
      'field' in parameters ? `${code}_${parameters.field}` : code,
      { value: { error: publicMessage(code, parameters), code, request_id: REQUEST_ID } },
    ]),
  );

/** Response 429 of counted endpoints. */
export const tooManyRequests = ({ dailyLimit }: ConfiguredLimits, schemas: JsonSchemas): object => ({
  description:
    'The daily limit is reached, or another request of the same user (with any key) is being processed. Wait ' +
    '`Retry-After` seconds, then retry, a bounded number of times. The request does not count toward the daily limit.',
  headers: responseHeaders(429, true),
  content: {
    'application/json': {
      schema: { oneOf: [schemas.of(dailyLimitResponse), schemas.of(inProgressResponse)] },
      examples: {
        daily_limit: {
          value: {
            error: publicMessage('daily_limit', { limit: dailyLimit }),
            limit: dailyLimit,
            remaining: 0,
            reset: '2026-01-03T00:00:00.000Z',
          },
        },
        in_progress: { value: { error: publicMessage('in_progress') } },
      },
    },
  },
});
