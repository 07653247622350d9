import { completeRequest, type Endpoint } from '@styling/contracts';
import type { GatewayDependencies, RequestContext } from '../dependencies.ts';
import { sayOrKeep } from '../upkeep/outbox.ts';
import type { Answer } from './answer.ts';

/** Who says the gateway's events. */
export const SOURCE = '/services/gateway';

/**
 * Says that the gateway itself answered a request, so that usage counts it before the client can ask; with the log away,
 * it counts later. An answer that could not even be kept is still given: the client is owed it.
 */
export async function recordAnswer(
  deps: Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'log'>,
  { request_id, received_at, caller }: RequestContext,
  endpoint: Endpoint,
  answer: Answer,
): Promise<void> {
  const ended = { request_id, ...caller, endpoint, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', deps.clock(), answer.error ? { error: answer.error } : {});
  try {
    await sayOrKeep(deps, event);
  } catch (error) {
    deps.log.error({ err: error, request_id, status: answer.status }, 'answer not recorded');
  }
}
