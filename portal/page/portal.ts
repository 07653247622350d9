import type { Client } from '@styling/client';

/** A session, as `GET /portal/api/session` returns it: with 204 to a browser that has none. */
export type Session = {
  readonly session_id: string;
  readonly user_id: string;
  /** Under which its requests are counted. */
  readonly key_id: string;
  /** Whether it may manage keys, sessions and the account: not if it was begun with an API key. */
  readonly may_manage: boolean;
  readonly signed_in_by: 'invitation' | 'passkey' | 'api_key';
  /** The name of the browser, e.g. `Firefox on Linux`. */
  readonly name: string;
  readonly created_at: string;
  readonly expires_at: string;
};

/** What a page is given. */
export type Portal = {
  /** Calls the API as the session. */
  readonly client: Client;
  readonly session: Session;
  /**
   * Calls one of the portal's own endpoints.
   *
   * @param path below `/portal/api`, e.g. `/sessions`
   * @returns the body; undefined of a 204
   * @throws ApiError, ConnectionError
   */
  readonly call: <Result>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Result>;
  /** Shows another page, e.g. `/images/img_…`, as a link to it would. */
  readonly goTo: (path: string) => void;
  /** Says something in passing, to those who look and to screen readers. */
  readonly announce: (text: string) => void;
  /** Reads anew what the frame shows, e.g. what is left of the day: after a counted request. */
  readonly refresh: () => void;
  /** Ends the session in this browser and shows the sign-in page. */
  readonly signOut: () => Promise<void>;
};
