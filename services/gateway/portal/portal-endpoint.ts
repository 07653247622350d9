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
  /** What the body occupies of the gateway's capacity. */
  readonly memory: Share;
  /** How many bytes the body may have. */
  readonly maxFieldBytes: number;
};

/** One within a session. */
export type SessionCall = PortalCall & { readonly caller: Authenticated };

type Route = {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/portal/api`. */
  readonly path: string;
  /** Status of a successful response; default 204 without a body, else what `handle` set, or 200. */
  readonly status?: number;
};

/**
 * An endpoint of the portal's own: for signing in, and for what concerns the account. Its pages use the API for the rest. `handle`
 * returns the body, or nothing for a 204.
 *
 * `access` is who may call it: anyone; a visitor, who gets a 204 without a session; or a session that may manage the account, which one
 * begun with an API key may not.
 */
export type PortalEndpoint = Route &
  (
    | { readonly access: 'anyone'; readonly handle: (call: PortalCall) => Promise<object | undefined> }
    | { readonly access: 'visitor' | 'manager'; readonly handle: (call: SessionCall) => Promise<object | undefined> }
  );
