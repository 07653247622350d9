import { keyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { signInOptions } from './passkey-ceremonies.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
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
export function proofOf({ token, api_key, passkey, challenge_id = '' }: z.output<typeof body>): Proof {
  const [proof, other] = [
    ...(token === undefined ? [] : [{ token }]),
    ...(api_key === undefined ? [] : [{ api_key }]),
    ...(passkey === undefined ? [] : [{ passkey, challenge_id }]),
  ] as const;
  if (!proof) throw new ServiceError('required', { field: 'token' });
  if (other)
    throw new ServiceError('only_one_of', { field: Object.keys(proof)[0] ?? '', other: Object.keys(other)[0] ?? '' });
  return proof;
}

export const sessionEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'post',
    path: '/session',
    access: 'anyone',
    async handle(call) {
      const { gateway, request, response } = call;
      const begun = await signIn(gateway, request, proofOf(await readBody(call, body)));
      response.setHeader('Set-Cookie', sessionCookie(begun.secret, isSecure(request, gateway.portalUrl)));
      return toSession(begun.session);
    },
  },
  {
    method: 'post',
    path: '/session/options',
    access: 'anyone',
    handle: ({ gateway, request }) => signInOptions(gateway, requireOrigin(gateway, request)),
  },
  {
    method: 'get',
    path: '/session',
    // Pages ask whether there is one. That there is none is no error, which browsers would print to their console.
    access: 'visitor',
    async handle({ gateway, caller, now }) {
      const session = await readSession(gateway.db, caller.key_id, now);
      return session && toSession(session);
    },
  },
  {
    // Of a browser whose session has ended already, too.
    method: 'delete',
    path: '/session',
    access: 'anyone',
    async handle({ gateway, request, response, now }) {
      const secret = sessionCookieOf(request, gateway.portalUrl);
      if (secret) await endSessionOf(gateway.db, secret, now);
      response.setHeader('Set-Cookie', noSessionCookies(request));
      return undefined;
    },
  },
  {
    method: 'get',
    path: '/sessions',
    access: 'manager',
    async handle({ gateway, caller, now }) {
      const sessions = await listSessions(gateway.db, caller.user_id, now);
      return {
        sessions: sessions.map((session) => ({
          ...toSession(session),
          last_used_at: session.last_used_at?.toISOString() ?? null,
          is_current: session.key_id === caller.key_id,
        })),
      };
    },
  },
  {
    method: 'delete',
    path: '/sessions/:id',
    access: 'manager',
    async handle({ gateway, caller: { user_id }, request: { params }, now }) {
      const { data: key_id } = keyId.safeParse(params.id);
      const ended = key_id !== undefined && (await endSession(gateway.db, { user_id, key_id }, now));
      if (!ended) throw new ServiceError('session_not_found');
      return undefined;
    },
  },
  {
    method: 'delete',
    path: '/sessions',
    access: 'manager',
    async handle({ gateway, caller, request, response, now }) {
      await endAllSessions(gateway.db, caller.user_id, now);
      response.setHeader('Set-Cookie', noSessionCookies(request));
      return undefined;
    },
  },
];
