import { type ErrorCode, type ErrorParameters, errorCatalogue, publicMessage } from '../errors.ts';
import { responseHeaders } from './headers.ts';
import { schemaRef } from './schemas.ts';

/** An error as one endpoint words it. */
export type DocumentedError = readonly [code: ErrorCode, parameters?: ErrorParameters];

const REQUEST_ID = 'req_0123456789abcdef01234567';
const MEANING: Readonly<Record<number, string>> = {
  400: 'Missing or invalid parameters. It costs nothing: the request does not count toward the day.',
  401: 'Missing API key',
  403: 'Invalid API key: wrong, malformed, revoked and inactive keys are refused alike',
  404: 'The image does not exist, is no longer there, or belongs to another user',
  500: 'Internal server error. The request is given back to the day.',
  503: 'A part of the service is unreachable. The request is given back to the day.',
  504:
    'The request took too long. A try-on that still ends well appears under `GET /images`; the same request with the ' +
    'same `Idempotency-Key` is told its answer once there is one.',
};

/** The responses of an endpoint that are errors, by status, with the texts they may have. */
export function errorResponses(errors: readonly DocumentedError[], counted: boolean): Record<string, object> {
  const byStatus = Object.groupBy(errors, ([code]) => errorCatalogue[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, examples = []]) => [
      status,
      {
        description: MEANING[Number(status)],
        headers: responseHeaders(Number(status), counted),
        content: { 'application/json': { schema: schemaRef('Error'), examples: examplesOf(examples) } },
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

/** Response 429 of the endpoints that count toward the day. */
export const tooManyRequests = (dailyLimit: number): object => ({
  description:
    'The day is used up, or another request of the same user (with whatever key) is being processed. Wait for ' +
    '`Retry-After` seconds, then try again, a bounded number of times. It costs nothing.',
  headers: responseHeaders(429, true),
  content: {
    'application/json': {
      schema: { oneOf: [schemaRef('DailyLimitError'), schemaRef('InProgressError')] },
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
