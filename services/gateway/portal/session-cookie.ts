import type { IncomingMessage } from 'node:http';
import { SESSION_MS } from './session-life.ts';

const NAME = 'styling_session';

/** Not for scripts, nor for requests that another site causes. The server decides when it has expired; see `sessionExpiry`. */
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/**
 * The session's secret as the cookie of a request; undefined without one. Of several with its name none counts (`''`): a host
 * beside this one can add its own, and which of them comes first says nothing.
 */
export function sessionCookieOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const own = (headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(`${NAME}=`));
  const [first] = own;
  if (first === undefined) return undefined;
  return own.length === 1 ? first.slice(NAME.length + 1).trim() : '';
}

/** `Set-Cookie` with which a browser keeps a session. @param isSecure whether it reaches us by https */
export const sessionCookie = (secret: string, isSecure: boolean): string =>
  `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${SESSION_MS / 1000}${isSecure ? '; Secure' : ''}`;

/** `Set-Cookie` with which a browser forgets it. */
export const noSessionCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
