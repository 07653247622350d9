import type { ServerResponse } from 'node:http';
import type { HttpRequest, Share } from '@styling/http';
import type { Gateway } from '../gateway.ts';
import type { Authenticated } from '../keys/authenticate.ts';

/** One request to an endpoint of the portal. */
export type PortalCall = {
  readonly gateway: Gateway;
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly now: Date;
  /** Share of the gateway's capacity that the body occupies. */
  readonly memory: Share;
  /** Size limit of the body, bytes. */
  readonly maxFieldBytes: number;
};

/** One within a session. */
export type SessionCall = PortalCall & { readonly caller: Authenticated };

/** Returns the body, or nothing for a 204. The status is 200 unless it sets another. */
type Handle<Call> = (call: Call) => Promise<object | undefined>;
type Method = 'get' | 'post' | 'delete';

/**
 * An endpoint of the portal's own, below `/portal/api`, for signing in and for the account; its pages use the API for the rest. Made by
 * {@link forAnyone}, {@link forSessions} or {@link forManagers}.
 */
export type PortalEndpoint = { readonly method: Method; readonly path: string } & (
  | { readonly access: 'anyone'; readonly handle: Handle<PortalCall> }
  | { readonly access: 'session' | 'manager'; readonly handle: Handle<SessionCall> }
);

export const forAnyone = (method: Method, path: string, handle: Handle<PortalCall>): PortalEndpoint => ({
  method,
  path,
  access: 'anyone',
  handle,
});

/** Responds with a 204 without a session. */
export const forSessions = (method: Method, path: string, handle: Handle<SessionCall>): PortalEndpoint => ({
  method,
  path,
  access: 'session',
  handle,
});

/** Requires a session that may manage the account, which one begun with an API key may not. */
export const forManagers = (method: Method, path: string, handle: Handle<SessionCall>): PortalEndpoint => ({
  method,
  path,
  access: 'manager',
  handle,
});
