import { z } from 'zod';
import { errorCodes, errorStatus } from '../errors.ts';
import { endpoint, imageId, keyId, objectName, readEndpoints, requestId, timestamp, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { createEvent, defineEvent, type EventOf } from './define-event.ts';

/** The public face of what went wrong: exactly what the client is told. */
export const publicError = z.object({ code: z.enum(errorCodes), message: z.string() });
export type PublicError = z.output<typeof publicError>;

/** Where the answer to a request lies: an image of a record, or an object that the gateway deletes once it is told. */
export const requestResult = z.object({
  object: objectName,
  mime_type: z.string(),
  image_id: imageId.nullable().meta({ description: 'null when the result is no image record' }),
});
export type RequestResult = z.output<typeof requestResult>;

/**
 * The terminal event of a request that passed authentication. There may be two of one request (a redelivery, a sweeper
 * beside a slow worker): they share their id, and the first in the log counts.
 */
export const requestCompleted = defineEvent({
  type: 'request.completed',
  description: 'A request has its answer; said by the capability that did the work, else by the gateway.',
  address: 'styling.request.completed.{answered_by}',
  data: z.object({
    request_id: requestId,
    user_id: userId,
    key_id: keyId,
    endpoint,
    answered_by: z.enum([...capabilities, 'gateway']).meta({
      description: 'Who gives the answer; in the subject followed by `.read` where the endpoint only reads',
    }),
    received_at: timestamp,
    latency_ms: z.number().int().min(0).meta({ description: 'From the arrival of the request to its outcome, ms' }),
    status: z.number().int().min(200).max(599).meta({ description: 'HTTP status of the answer' }),
    result: requestResult.nullable(),
    error: publicError.nullable(),
  }),
  id: (data) => `${data.request_id}/completed`,
  about: (data) => data.request_id,
  token: (data) => (readEndpoints.includes(data.endpoint) ? `${data.answered_by}.read` : data.answered_by),
});
export type RequestCompleted = EventOf<typeof requestCompleted>;

/** The request that a terminal event ends. */
export type EndedRequest = Pick<
  RequestCompleted['data'],
  'request_id' | 'user_id' | 'key_id' | 'endpoint' | 'received_at'
>;

/**
 * The terminal event of a request, said at `now` by the service that answers it; an error brings its status with it.
 *
 * @param outcome a result or none for a success, or what the client is told of a failure
 */
export function completeRequest(
  { request_id, user_id, key_id, endpoint, received_at }: EndedRequest,
  answered_by: RequestCompleted['data']['answered_by'],
  now: Date,
  { result = null, error = null }: Partial<Pick<RequestCompleted['data'], 'result' | 'error'>>,
): RequestCompleted {
  return createEvent(requestCompleted, `/services/${answered_by}`, now, {
    request_id,
    user_id,
    key_id,
    endpoint,
    answered_by,
    received_at,
    latency_ms: Math.max(0, now.getTime() - Date.parse(received_at)),
    status: error ? errorStatus(error.code) : 200,
    result,
    error,
  });
}
