import type { ServerResponse } from 'node:http';
import { reachDatabase } from '@styling/database';
import {
  type AppOptions,
  type HttpRequest,
  maxFieldBytes,
  requestIdOf,
  type Share,
  sendJsonText,
  Turns,
} from '@styling/http';
import { ServiceError, toServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { requireReady } from '../http/serve-endpoint.ts';
import { type Authenticated, authenticateSession } from '../keys/authenticate.ts';
import { requireSameOrigin } from './session-cookie.ts';

export type PortalCall = {
  readonly gateway: Gateway;
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly now: Date;
  readonly memory: Share;
  readonly maxFieldBytes: number;
};

type SessionCall = PortalCall & { readonly caller: Authenticated };

/** The portal's own, for signing in and for the account; its pages use the API for the rest. */
export type PortalEndpoint = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly access: 'anyone' | 'session' | 'manager';
  /** Returns the body, or nothing for a 204. The status is 200 unless it sets another. */
  handle(call: SessionCall): Promise<unknown>;
};

const endpointFor =
  <Call>(access: PortalEndpoint['access']) =>
  (method: PortalEndpoint['method'], path: string, handle: (call: Call) => Promise<unknown>) => ({
    method,
    path,
    access,
    handle,
  });

export const forAnyone = endpointFor<PortalCall>('anyone');
/** Responds with a 204 without a session. */
export const forSessions = endpointFor<SessionCall>('session');
/** Requires a session that may manage the account, which one begun with an API key may not. */
export const forManagers = endpointFor<SessionCall>('manager');

/** Sign-in attempts per client address (a proxy is one) and gateway, bounding cost: 190 bits cannot be guessed. */
const ATTEMPTS = { atOnce: 4, perSecond: 10, waiting: 40, waitMs: 10_000 };

/** Serves the portal's own endpoints, below `/portal/api`. They are not part of the API: neither documented nor counted. */
export function servePortalApi(
  app: Parameters<AppOptions['routes']>[0],
  gateway: Gateway,
  endpoints: readonly PortalEndpoint[],
): void {
  const attempts = new Turns(ATTEMPTS);
  for (const endpoint of endpoints) {
    app[endpoint.method](`/portal/api${endpoint.path}`, serve(gateway, attempts, endpoint));
  }
}

type Serve = (request: HttpRequest, response: ServerResponse) => Promise<void>;

/** Checks capacity, origin, session and turn, in this order. */
const serve =
  (gateway: Gateway, attempts: Turns, { access, path, handle }: PortalEndpoint): Serve =>
  async (request, response) => {
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
      const request_id = requestIdOf(response);
      log.info({ request_id, key_id, endpoint: `/portal/api${path}`, status, ms }, 'response sent');
    });
    const body = await reachDatabase(async () => {
      if (access === 'anyone') {
        held.use(await attempts.take(request.socket.remoteAddress ?? '', response));
        // Its handler takes a call without a caller.
        return handle(call as SessionCall);
      }
      const caller = await authenticateSession(gateway, request, now).catch((error) => {
        if (access === 'session' && toServiceError(error).code === 'signed_out') return undefined;
        throw error;
      });
      if (!caller) return undefined;
      key_id = caller.key_id;
      if (access === 'manager' && !caller.may_manage) throw new ServiceError('session_cannot_manage');
      held.use(await capacity.reads.take(caller.user_id, response));
      return handle({ ...call, caller });
    });
    sendJsonText(response, body ? response.statusCode : 204, body ? JSON.stringify(body) : '');
  };
