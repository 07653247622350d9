import { keyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { signInOptions } from './passkey-ceremonies.ts';
import { forAnyone, forManagers, forSessions } from './portal-endpoint.ts';
import { isSecure, noSessionCookies, sessionCookie, sessionCookieOf } from './session-cookie.ts';
import { endAllSessions, endSession, endSessionOf, listSessions, readSession, toSession } from './sessions.ts';
import { type Proof, requireOrigin, signIn } from './sign-in.ts';

const secret = z.string().trim().min(1, 'required').max(200).optional();
const body = z.object({
  token: secret,
  api_key: secret,
  passkey: z.record(z.string(), z.unknown()).optional(),
  challenge_id: secret,
});

/** The one proof of a body. @throws ServiceError `required` of `token` without any, `only_one_of` of several */
function proofOf({ token, api_key, passkey, challenge_id = '' }: z.output<typeof body>): Proof {
  const given = [token !== undefined && 'token', api_key !== undefined && 'api_key', passkey && 'passkey'];
  const [field, other] = given.filter((name) => typeof name === 'string');
  if (field !== undefined && other !== undefined) throw new ServiceError('only_one_of', { field, other });
  if (token !== undefined) return { token };
  if (api_key !== undefined) return { api_key };
  if (passkey) return { passkey, challenge_id };
  throw new ServiceError('required', { field: 'token' });
}

export const sessionEndpoints = [
  forAnyone('post', '/session', async (call) => {
    const { gateway, request, response } = call;
    const { session, secret } = await signIn(gateway, request, proofOf(await readBody(call, body)));
    response.setHeader('Set-Cookie', sessionCookie(secret, isSecure(request, gateway.portalUrl)));
    return toSession(session);
  }),
  forAnyone('post', '/session/options', async ({ gateway, request }) =>
    signInOptions(gateway, requireOrigin(gateway, request)),
  ),
  // Pages ask whether there is a session; browsers would print a 401 to their console.
  forSessions('get', '/session', async ({ gateway, caller, now }) => {
    const session = await readSession(gateway.db, caller.key_id, now);
    return session && toSession(session);
  }),
  // For browsers whose session has ended, too.
  forAnyone('delete', '/session', async ({ gateway, request, response, now }) => {
    const secret = sessionCookieOf(request, gateway.portalUrl);
    if (secret) await endSessionOf(gateway.db, secret, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
    return undefined;
  }),
  forManagers('get', '/sessions', async ({ gateway, caller, now }) => {
    const sessions = await listSessions(gateway.db, caller.user_id, now);
    return {
      sessions: sessions.map((session) => ({
        ...toSession(session),
        last_used_at: session.last_used_at?.toISOString() ?? null,
        is_current: session.key_id === caller.key_id,
      })),
    };
  }),
  forManagers('delete', '/sessions/:id', async ({ gateway, caller: { user_id }, request: { params }, now }) => {
    const { data: key_id } = keyId.safeParse(params.id);
    const ended = key_id !== undefined && (await endSession(gateway.db, { user_id, key_id }, now));
    if (!ended) throw new ServiceError('session_not_found');
    return undefined;
  }),
  forManagers('delete', '/sessions', async ({ gateway, caller, request, response, now }) => {
    await endAllSessions(gateway.db, caller.user_id, now);
    response.setHeader('Set-Cookie', noSessionCookies(request));
    return undefined;
  }),
];
