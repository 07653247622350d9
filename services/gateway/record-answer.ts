import { answerRead, completeRequest, type Endpoint, readEndpoints } from '@styling/contracts';
import type { Answer } from './answer.ts';
import type { GatewayDependencies, RequestContext } from './dependencies.ts';
import { sayOrKeep } from './unsaid-events.ts';

/** Who says the gateway's events. */
export const SOURCE = '/services/gateway';

/**
 * Says that the gateway itself answered a request, so that usage counts it before the client can ask; with the log away,
 * it counts later. An answer that could not even be kept is still given: the client is owed it.
 */
export async function recordAnswer(
  deps: Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'log' | 'gateway'>,
  { request_id, received_at, caller }: RequestContext,
  endpoint: Endpoint,
  answer: Answer,
): Promise<void> {
  const { gateway } = deps;
  const ended = { request_id, ...caller, endpoint, gateway, received_at: received_at.toISOString() };
  const error = answer.error ? { ...answer.error, status: answer.status } : null;
  const event = readEndpoints.includes(endpoint)
    ? answerRead(ended, deps.clock(), error)
    : completeRequest(ended, 'gateway', deps.clock(), { error });
  try {
    await sayOrKeep(deps, event);
  } catch (error) {
    deps.log.error({ err: error, request_id, status: answer.status }, 'answer not recorded');
  }
}
