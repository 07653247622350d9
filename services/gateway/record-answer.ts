import { publish } from '@styling/bus';
import { completeRequest, type Endpoint } from '@styling/contracts';
import type { Answer } from './answer.ts';
import type { GatewayDependencies, RequestContext } from './dependencies.ts';

/** Who says the gateway's events. */
export const SOURCE = '/services/gateway';

/** How long an answer that is ready waits for its usage record to be acknowledged, in ms. */
const RECORD_LIMIT_MS = 3_000;

/**
 * Says that the gateway itself answered a request, so that usage counts it before the client can ask. An answer that
 * could not be recorded is still given: the client is owed it.
 */
export async function recordAnswer(
  { bus, clock, log }: Pick<GatewayDependencies, 'bus' | 'clock' | 'log'>,
  { request_id, received_at, caller }: RequestContext,
  endpoint: Endpoint,
  answer: Answer,
): Promise<void> {
  const ended = { request_id, ...caller, endpoint, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), answer.error ? { error: answer.error } : {});
  try {
    await publish(bus, event, { timeoutMs: RECORD_LIMIT_MS });
  } catch (error) {
    log.error({ err: error, request_id, status: answer.status }, 'answer not recorded');
  }
}
