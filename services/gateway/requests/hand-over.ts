import { publish } from '@styling/bus';
import { createEvent, idFrom, type RequestAccepted, requestAccepted, type StoredJob } from '@styling/contracts';
import { INPUT_MIME_TYPE, inputMetadata, objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import { SOURCE } from '../http/record-answer.ts';
import { PUBLISH_TIMEOUT_MS } from './publish-timeout.ts';
import type { Submission } from './submission.ts';

/** What a capability needs of an admitted request. */
type HandOver = Required<Pick<Submission<object>, 'capability' | 'images' | 'cost'>> & {
  /** Fields and pictures, packed. */
  readonly input: Uint8Array;
  readonly dailyLimit: number;
  readonly deadline: Date;
  readonly cancel_at_deadline: boolean;
  readonly repeatable: boolean;
};

/**
 * Stores the input of an admitted request and publishes `request.accepted`.
 *
 * @returns what the log has acknowledged
 * @throws ServiceError `unavailable`; `invalid_api_key` when the API key was revoked meanwhile
 */
export async function handOver(
  { gateway, endpoint, request_id, received_at, caller }: Call,
  { capability, input, images, cost, dailyLimit, deadline, cancel_at_deadline, repeatable }: HandOver,
): Promise<RequestAccepted['data']> {
  const object = objectNames.input(request_id);
  const active = gateway.keys.isActive(caller.key_id);
  // Awaited after the put, so that if the request is ended, its input exists and is deleted.
  active.catch(() => undefined);
  const image_ids = Array.from({ length: images }, () => idFrom('img', gateway.random(12)));
  await gateway.store.put(
    object,
    input,
    INPUT_MIME_TYPE,
    inputMetadata({ ...caller, image_ids, gateway: gateway.name, deadline }),
  );
  if (!(await active)) throw new ServiceError('invalid_api_key');
  const accepted = createEvent(requestAccepted, SOURCE, gateway.clock(), {
    request_id,
    ...caller,
    endpoint: endpoint.path,
    capability,
    gateway: gateway.name,
    input: object,
    image_ids,
    repeatable,
    cost,
    daily_limit: dailyLimit,
    received_at: received_at.toISOString(),
    deadline: deadline.toISOString(),
    cancel_at_deadline,
  });
  await publish(gateway.bus, accepted, { timeoutMs: gateway.publishTimeoutMs ?? PUBLISH_TIMEOUT_MS });
  return accepted.data;
}

/** The job of a request that was accepted just now. */
export const jobOf = ({
  request_id,
  user_id,
  key_id,
  endpoint,
  capability,
  received_at,
  deadline,
}: RequestAccepted['data']): StoredJob => ({
  request_id,
  user_id,
  key_id,
  endpoint,
  capability,
  deadline,
  created_at: received_at,
  status: 'queued',
  started_at: null,
  cancel_requested_at: null,
  completed_at: null,
  ending: null,
});
