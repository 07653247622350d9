import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  approximations,
  endpoint,
  gatewayName,
  httpStatus,
  imageId,
  keyId,
  latencyMs,
  objectName,
  requestId,
  timestamp,
  userId,
} from '../names.ts';
import { type Open, openSchema } from '../open-schema.ts';
import { capabilities } from '../services.ts';
import { createEvent, type DataOf, defineEvent, type EventOf } from './define-event.ts';

const ofCapability = { request_id: requestId, user_id: userId, endpoint, capability: z.enum(capabilities) };

export const requestAccepted = defineEvent({
  type: 'request.accepted',
  description: 'A request was admitted and its input stored; a capability service is to do the work.',
  address: 'styling.request.accepted.{capability}.{partition}',
  data: z.object({
    request_id: requestId,
    user_id: userId,
    key_id: keyId,
    endpoint,
    capability: z.enum(capabilities),
    gateway: gatewayName.meta({ description: 'Gateway process that waits for the outcome' }),
    input: objectName.meta({ description: 'Object that holds the request, deleted when the request completes' }),
    image_ids: z.array(imageId).max(4).meta({ description: 'Ids reserved for the images of this request' }),
    repeatable: z.boolean().default(false).meta({
      description: 'Whether the request may be repeated: a result that is no image record is then kept for a day',
    }),
    cost: z.int().positive().default(1).meta({ description: 'What it costs of the day if it succeeds' }),
    daily_limit: z.int().min(0).optional().meta({
      description: "What its user's day could cost when it was admitted",
    }),
    received_at: timestamp,
    deadline: timestamp.meta({ description: 'When the client is answered 504' }),
    cancel_at_deadline: z.boolean().default(false).meta({
      description: 'Whether the work is cancelled at the deadline; else what was started in time is finished',
    }),
  }),
  about: 'request_id',
});
export type RequestAccepted = EventOf<typeof requestAccepted>;

/** A redelivery publishes it again under the same id: the first counts. */
export const requestStarted = defineEvent({
  type: 'request.started',
  description: 'A capability service has begun to work on an accepted request.',
  address: 'styling.request.started.{capability}.{partition}',
  data: z.object(ofCapability),
  about: 'request_id',
});

/** Event of `capability` beginning a request at `now`. */
export const startRequest = (
  { request_id, user_id, endpoint }: RequestAccepted['data'],
  capability: (typeof capabilities)[number],
  now: Date,
) => createEvent(requestStarted, `/services/${capability}`, now, { request_id, user_id, endpoint, capability });

/** Its terminal event follows, a success if that was there first. */
export const requestCancelRequested = defineEvent({
  type: 'request.cancel_requested',
  description: 'The owner of an accepted request asked for its end; the worker that has it is to stop.',
  address: 'styling.request.cancel_requested.{capability}.{partition}',
  data: z.object(ofCapability),
  about: 'request_id',
});

/** Charged whatever became of the request. Readers count an id once. */
export const requestCharged = defineEvent({
  type: 'request.charged',
  description: 'A provider of models charged for a piece of work of a request, whatever became of the request.',
  address: 'styling.request.charged.{capability}.{partition}',
  data: z.object({
    ...ofCapability,
    provider: z.string().meta({ examples: ['replicate'] }),
    model: z.string(),
    charge_id: z
      .string()
      .regex(/^[a-z0-9]+$/)
      .meta({ description: 'Of this charge: published again, it has the same id' }),
    usd: z.number().min(0).meta({ description: 'US dollars, as the provider or its price table states' }),
  }),
  about: 'request_id',
  id: ({ request_id, charge_id }) => `${request_id}/charged/${charge_id}`,
});

/** 2xx, 4xx, 5xx. */
export const outcomes = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome of an HTTP status. */
export const outcomeOf = (status: number): Outcome =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'succeeded';

type Ending = { readonly status: number; readonly error: { readonly code: string } | null };

/** Counts successes, and refusals of a paid model, which else would cost without limit. All else is refunded. */
export const countsAgainstDay = ({ status, error }: Ending): boolean =>
  status === 200 || error?.code === 'content_refused';

/** Cost for the user's day; events of earlier versions count by their outcome. */
export const costOf = ({ cost, ...ending }: Ending & { readonly cost?: number | undefined }): number =>
  cost ?? (countsAgainstDay(ending) ? 1 : 0);

/** Codes are an open set: one service passes on those of another. */
export const publicError = z.object({
  code: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .meta({ description: 'Stable name of the error, as in the HTTP API', examples: ['no_person'] }),
  message: z.string(),
  details: z.string().optional().meta({ description: 'What exactly is wrong, where that can be said' }),
});
export type PublicError = z.output<typeof publicError>;

/** E.g. a ServiceError. */
export type Failure = PublicError & { readonly status: number };

export const seed = z
  .int()
  .min(0)
  .max(limits.seed)
  .meta({ description: 'The same request with the same seed gives the same or a very similar image' });

/** An image with a record, or an object that the gateway deletes after use. */
export const requestResult = z.object({
  object: objectName,
  mime_type: z.string(),
  image_id: imageId.nullable().meta({ description: 'null when the result is no image record' }),
  variants: z
    .array(z.object({ object: objectName, image_id: imageId, seed: seed.nullable() }))
    .optional()
    .meta({
      description: 'All images, if the request asked for a seed or variants; the first one is the result itself',
    }),
});
export type RequestResult = z.output<typeof requestResult>;

/** Earlier versions published it for refusals and replays too. The first in the log counts (redelivery, sweep). */
export const requestCompleted = defineEvent({
  type: 'request.completed',
  description:
    'An admitted request has its outcome; published by the capability that did the work, else by the gateway.',
  address: 'styling.request.completed.{answered_by}.{gateway}.{partition}',
  data: z.object({
    request_id: requestId,
    user_id: userId,
    key_id: keyId,
    endpoint,
    answered_by: z.enum([...capabilities, 'gateway']).meta({ description: 'Service that decided the outcome' }),
    gateway: gatewayName.meta({ description: 'Gateway process that waits for the outcome, or `operator`' }),
    received_at: timestamp,
    latency_ms: latencyMs,
    status: httpStatus,
    cost: z.int().min(0).optional().meta({ description: "What it cost of its user's day; see `costOf`" }),
    approximations: approximations.optional().meta({
      description:
        'What the model could only approximate in the images of the result, and what of the request it did not understand, as sorted codes',
    }),
    result: requestResult.nullable(),
    error: publicError.nullable(),
    image_ids: z.array(imageId).max(4).default([]).meta({ description: 'Images with a record that a success made' }),
  }),
  about: 'request_id',
});
export type RequestCompleted = EventOf<typeof requestCompleted>;

export const completedData = openSchema(requestCompleted.data) as z.ZodType<RequestCompleted['data']>;

export type EndedRequest = Pick<
  RequestCompleted['data'],
  'request_id' | 'user_id' | 'key_id' | 'endpoint' | 'gateway' | 'received_at'
> & {
  /** Reserved at admission, default 1. */
  readonly cost?: number | undefined;
};

/** Latency and status of an answer at `now`. */
export const answeredAt = (
  { received_at }: Pick<EndedRequest, 'received_at'>,
  now: Date,
  error: Failure | null,
  success = 200,
) => ({
  latency_ms: Math.max(0, now.getTime() - Date.parse(received_at)),
  status: error?.status ?? success,
});

type Ended = {
  readonly result?: Open<RequestResult> | null;
  readonly error?: Failure | null;
  readonly image_ids?: string[];
  /** Default: the error's, else 200. */
  readonly status?: number;
  /** From all its images, in any order. */
  readonly approximations?: readonly string[];
};

/** Terminal event at `now`, by the service that decided the outcome. */
export function completeRequest(
  request: EndedRequest,
  answered_by: DataOf<typeof requestCompleted>['answered_by'],
  now: Date,
  { result = null, error = null, image_ids = [], status = error?.status ?? 200, approximations = [] }: Ended,
) {
  return createEvent(requestCompleted, `/services/${answered_by}`, now, {
    ...request,
    ...answeredAt(request, now, error),
    answered_by,
    result,
    error,
    image_ids,
    status,
    cost: countsAgainstDay({ status, error }) ? (request.cost ?? 1) : 0,
    ...(approximations.length > 0 && { approximations: [...new Set(approximations)].sort() }),
  });
}
