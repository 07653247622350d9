import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { changesOf, countChanges, OWNERS_SHARE } from '../admission/changes.ts';
import type { Gateway } from '../gateway.ts';
import { digestOf, isWellFormed } from '../keys/api-key.ts';
import type { GatewayTables } from '../tables.ts';
import { browserName } from './browser-name.ts';
import { useInvitation } from './invitations.ts';
import { type Assertion, verifyAssertion } from './passkey-sign-in.ts';
import { notePasskeyUse } from './passkeys.ts';
import { ownOrigin } from './same-origin.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { beginSession, endSessionOf, type SignIn } from './sessions.ts';

type SigningIn = Pick<Gateway, 'db' | 'keys' | 'clock' | 'random' | 'portalUrl' | 'dailyLimit'>;

/** One of them. */
export type Proof = { readonly token: string } | { readonly api_key: string } | Assertion;

/** Who a proof is of. Within a transaction, so that what is used up is so only if there is a session, and the other way round. */
type Claim = (trx: Kysely<GatewayTables>) => Promise<SignIn>;

/**
 * Signs in: a new session, whatever cookie the request has, and an end of the session of that cookie. So nobody is in a session
 * whose secret somebody else could have chosen.
 *
 * @throws ServiceError `invalid_token`, `invalid_api_key`, `invalid_passkey`, `too_many_changes`, `unavailable`
 */
export async function signIn(gateway: SigningIn, request: IncomingMessage, proof: Proof) {
  const claim = await claimOf(gateway, request, proof);
  const before = sessionCookieOf(request, gateway.portalUrl);
  return gateway.db.transaction().execute(async (trx) => {
    const who = await claim(trx);
    // An invitation is an operator's, and used once.
    if (who.signed_in_by !== 'invitation') {
      const times = who.signed_in_by === 'passkey' ? OWNERS_SHARE : 1;
      await countChanges({ ...gateway, db: trx }, who.user_id, changesOf.session, times);
    }
    const begun = await beginSession(trx, who, browserName(request.headers['user-agent']), gateway);
    if (before) await endSessionOf(trx, before, gateway.clock());
    return begun;
  });
}

async function claimOf(gateway: SigningIn, request: IncomingMessage, proof: Proof): Promise<Claim> {
  if ('token' in proof) return (trx) => byInvitation(trx, proof.token, gateway.clock());
  if ('api_key' in proof) {
    const signIn = await byKey(gateway, proof.api_key);
    return async () => signIn;
  }
  const { passkey, newCounter } = await verifyAssertion(gateway, proof, requireOrigin(gateway, request));
  return async (trx) => {
    if (!(await notePasskeyUse(trx, passkey, newCounter, gateway.clock()))) throw new ServiceError('invalid_passkey');
    return { user_id: passkey.user_id, signed_in_by: 'passkey' };
  };
}

async function byInvitation(trx: Kysely<GatewayTables>, token: string, now: Date): Promise<SignIn> {
  const user_id = await useInvitation(trx, token, now);
  if (user_id === undefined) throw new ServiceError('invalid_token');
  return { user_id, signed_in_by: 'invitation' };
}

async function byKey({ keys }: SigningIn, api_key: string): Promise<SignIn> {
  const key = isWellFormed(api_key, 'key') ? await keys.find(digestOf(api_key)) : undefined;
  if (!key) throw new ServiceError('invalid_api_key');
  return { user_id: key.user_id, signed_in_by: 'api_key', begun_with: key.key_id };
}

/** The page's origin, which a passkey belongs to. @throws ServiceError `cross_site` if it is not ours, or unknown */
export function requireOrigin({ portalUrl }: Pick<Gateway, 'portalUrl'>, request: IncomingMessage): URL {
  const origin = ownOrigin(request, portalUrl);
  if (!origin) throw new ServiceError('cross_site');
  return origin;
}
