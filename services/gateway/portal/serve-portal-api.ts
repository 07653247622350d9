import type { ServerResponse } from 'node:http';
import { reachDatabase } from '@styling/database';
import { type AppOptions, type HttpRequest, maxFieldBytes, requestIdOf, sendJsonText, Turns } from '@styling/http';
import { ServiceError, toServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { requireReady } from '../http/serve-endpoint.ts';
import { authenticateSession } from '../keys/authenticate.ts';
import { accountEndpoints } from './delete-account.ts';
import { passkeyEndpoints } from './passkey-endpoints.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { requireSameOrigin } from './session-cookie.ts';
import { sessionEndpoints } from './session-endpoints.ts';

const endpoints: readonly PortalEndpoint[] = [...sessionEndpoints, ...passkeyEndpoints, ...accountEndpoints];

/**
 * Limits of attempts to sign in, per client address and gateway: they bound the cost, as a secret of 190 bits cannot be guessed.
 * Behind a proxy, which is one address, they bound all clients together.
 */
const ATTEMPTS = { atOnce: 4, perSecond: 10, waiting: 40, waitMs: 10_000 };

/** Serves the portal's own endpoints, below `/portal/api`. They are not part of the API: neither documented nor counted. */
export function servePortalApi(app: Parameters<AppOptions['routes']>[0], gateway: Gateway): void {
  const attempts = new Turns(ATTEMPTS);
  for (const endpoint of endpoints) {
    app[endpoint.method](`/portal/api${endpoint.path}`, (request, response) =>
      serve(gateway, attempts, endpoint, request, response),
    );
  }
}

/** Checks capacity, origin, session and turn, in this order, then runs the handler. The app turns errors into responses. */
async function serve(
  gateway: Gateway,
  attempts: Turns,
  endpoint: PortalEndpoint,
  request: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  requireReady(gateway);
  const now = gateway.clock();
  const { capacity, log } = gateway;
  using held = new DisposableStack();
  held.use(capacity.requests.take(1));
  const memory = held.use(capacity.bodies.take(0));
  requireSameOrigin(request, gateway.portalUrl);
  const call = { gateway, request, response, now, memory, maxFieldBytes: maxFieldBytes(false) };
  let key_id: string | undefined;
  response.once('close', () => {
    const { statusCode: status } = response;
    const ms = gateway.clock().getTime() - now.getTime();
    const about = { request_id: requestIdOf(response), key_id, endpoint: `/portal/api${endpoint.path}` };
    log.info({ ...about, status, ms }, 'response sent');
  });
  const handle = async () => {
    if (endpoint.access === 'anyone') {
      held.use(await attempts.take(request.socket.remoteAddress ?? '', response));
      return endpoint.handle(call);
    }
    const caller = await authenticateSession(gateway, request, now).catch((error) => {
      if (endpoint.access === 'session' && toServiceError(error).code === 'signed_out') return undefined;
      throw error;
    });
    if (!caller) return undefined;
    key_id = caller.key_id;
    if (endpoint.access === 'manager' && !caller.may_manage) throw new ServiceError('session_cannot_manage');
    held.use(await capacity.reads.take(caller.user_id, response));
    return endpoint.handle({ ...call, caller });
  };
  const body = await reachDatabase(handle);
  sendJsonText(response, body ? response.statusCode : 204, body ? JSON.stringify(body) : '');
}
