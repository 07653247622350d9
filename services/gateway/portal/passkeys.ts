import { hash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { idFrom, limits, passkeyId } from '@styling/contracts';
import { readBody } from '@styling/http';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { GatewayDependencies } from '../dependencies.ts';
import { forManagers } from './portal-endpoint.ts';
import { requireOrigin } from './session-cookie.ts';

type PasskeyDependencies = Pick<GatewayDependencies, 'db' | 'clock' | 'random'>;

type Passkey = {
  readonly passkey_id: string;
  readonly user_id: string;
  /** The authenticator's name of it, base64url. */
  readonly credential_id: string;
  /** COSE. */
  readonly public_key: Buffer;
  /** Signature counter of its authenticator; 0 if it does not count. */
  readonly counter: number;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
};

async function listPasskeys(db: Kysely<unknown>, user_id: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select * from passkey where user_id = ${user_id}
    order by created_at, passkey_id limit ${limits.passkeys}`.execute(db);
  return rows;
}

/** EdDSA, ES256, RS256 (IANA): every authenticator has one. The default would include Node's experimental ones. */
const ALGORITHMS = [-8, -7, -257];

/** Id of a user for authenticators, which keep one passkey for each. */
const userHandle = (user_id: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', `styling user ${user_id}`, 'buffer'));

const expected = (expectedChallenge: string, origin: URL) => ({
  expectedChallenge,
  expectedOrigin: origin.origin,
  expectedRPID: origin.hostname,
  // Preferred, not required: a security key without a PIN will do.
  requireUserVerification: false,
});

/** Users may have to look for their security key. */
const CHALLENGE_MS = 300_000;

async function keepChallenge({ db, clock, random }: PasskeyDependencies, challenge: string, user_id: string | null) {
  const challenge_id = Buffer.from(random(16)).toString('base64url');
  const expires_at = new Date(clock().getTime() + CHALLENGE_MS);
  await sql`
    insert into webauthn_challenge (challenge_id, challenge, user_id, expires_at)
    values (${challenge_id}, ${challenge}, ${user_id}, ${expires_at})`.execute(db);
  return challenge_id;
}

/** Undefined if the challenge is unknown, used, expired, or for another user. */
async function takeChallenge(db: Kysely<unknown>, challenge_id: string, user_id: string | null, now: Date) {
  const { rows } = await sql<{ challenge: string }>`
    delete from webauthn_challenge
    where challenge_id = ${challenge_id} and expires_at > ${now} and user_id is not distinct from ${user_id}
    returning challenge`.execute(db);
  return rows[0]?.challenge;
}

/** @param origin of the page, checked: a passkey belongs to its host name @throws ServiceError `too_many_passkeys` */
async function passkeyOptions(deps: PasskeyDependencies, user_id: string, origin: URL) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const known = await listPasskeys(deps.db, user_id);
  if (known.length >= limits.passkeys) throw new ServiceError('too_many_passkeys');
  const options = await generateRegistrationOptions({
    // The name that authenticators show.
    rpName: 'Image styling',
    rpID: origin.hostname,
    userID: userHandle(user_id),
    userName: user_id,
    userDisplayName: user_id,
    challenge: new Uint8Array(deps.random(32)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // Discoverable: signing in asks for no user name.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
  });
  return { challenge_id: await keepChallenge(deps, options.challenge, user_id), options };
}

/** Registers what a browser made of {@link passkeyOptions}. @throws `passkey_not_registered`, `too_many_passkeys` */
export async function registerPasskey(
  { db, clock, random }: PasskeyDependencies,
  user_id: string,
  made: { readonly challenge_id: string; readonly response: unknown; readonly name: string },
  origin: URL,
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const refused = (cause?: unknown) => new ServiceError('passkey_not_registered', {}, { cause });
  const now = clock();
  const challenge = await takeChallenge(db, made.challenge_id, user_id, now);
  if (challenge === undefined) throw refused();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: made.response as RegistrationResponseJSON,
    ...expected(challenge, origin),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error) => {
    throw refused(error);
  });
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter } = registrationInfo.credential;
  return await db.transaction().execute(async (trx) => {
    // The limit is exact under any race.
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '/passkeys/' || ${user_id}, 0))`.execute(
      trx,
    );
    if ((await listPasskeys(trx, user_id)).length >= limits.passkeys) throw new ServiceError('too_many_passkeys');
    const { rows } = await sql<Passkey>`
      insert into passkey (passkey_id, user_id, credential_id, public_key, counter, name, created_at)
      values (${idFrom('psk', random(12))}, ${user_id}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${made.name}, ${now})
      on conflict (credential_id) do nothing
      returning *`.execute(trx);
    if (!rows[0]) throw refused();
    return rows[0];
  });
}

/** Options to sign in with any passkey of this host, and their challenge's id. @param origin of the page, checked */
export async function signInOptions(deps: PasskeyDependencies, origin: URL) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: origin.hostname,
    challenge: new Uint8Array(deps.random(32)),
    userVerification: 'preferred',
  });
  return { challenge_id: await keepChallenge(deps, options.challenge, null), options };
}

/**
 * Finds the passkey that signed a challenge of {@link signInOptions}. The returned function records its use in the
 * transaction of the sign-in, and returns its user.
 * @throws ServiceError `invalid_passkey`: unknown, deleted, of another host, copied (its counter goes back), or a
 *   wrong signature; from the returned function: gone, or used since it was read
 */
export async function verifyAssertion(
  { db, clock }: PasskeyDependencies,
  challenge_id: string,
  asserted: object,
  origin: URL,
): Promise<(trx: Kysely<unknown>) => Promise<string>> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const refused = (cause?: unknown) => new ServiceError('invalid_passkey', {}, { cause });
  const response = asserted as AuthenticationResponseJSON;
  const challenge = await takeChallenge(db, challenge_id, null, clock());
  const { rows } = await sql<Passkey>`select * from passkey where credential_id = ${String(response.id)}`.execute(db);
  if (challenge === undefined || !rows[0]) throw refused();
  const { passkey_id, user_id, credential_id, public_key, counter } = rows[0];
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expected(challenge, origin),
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
  }).catch((error) => {
    throw refused(error);
  });
  // An authenticator may say whose it is.
  const { userHandle: holder } = response.response;
  const isTheirs = holder === undefined || Buffer.from(holder, 'base64url').equals(userHandle(user_id));
  if (!verified || !isTheirs) throw refused();
  return async (trx) => {
    const updated = await sql`
      update passkey set counter = ${authenticationInfo.newCounter}, last_used_at = ${clock()}
      where passkey_id = ${passkey_id} and counter = ${counter}`.execute(trx);
    if (updated.numAffectedRows !== 1n) throw refused();
    return user_id;
  };
}

const registration = z.object({
  challenge_id: z.string().min(1).max(200),
  response: z.record(z.string(), z.unknown()),
  name: z.string().trim().min(1).max(limits.keyNameLength),
});

const toRecord = ({ passkey_id, name, created_at, last_used_at }: Passkey) => ({
  passkey_id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const passkeyEndpoints = [
  forManagers('post', '/passkeys/options', ({ gateway, caller, request }) =>
    passkeyOptions(gateway, caller.user_id, requireOrigin(request, gateway.portalUrl)),
  ),
  forManagers('post', '/passkeys', async (call) => {
    const { gateway, caller, request, response } = call;
    const origin = requireOrigin(request, gateway.portalUrl);
    const passkey = await registerPasskey(gateway, caller.user_id, await readBody(call, registration), origin);
    response.statusCode = 201;
    return toRecord(passkey);
  }),
  forManagers('get', '/passkeys', async ({ gateway, caller }) => ({
    passkeys: (await listPasskeys(gateway.db, caller.user_id)).map(toRecord),
  })),
  forManagers('delete', '/passkeys/:id', async ({ gateway, caller: { user_id }, request: { params } }) => {
    const deleted = await sql`
      delete from passkey
      where user_id = ${user_id} and passkey_id = ${passkeyId.safeParse(params.id).data ?? ''}`.execute(gateway.db);
    if (deleted.numAffectedRows !== 1n) throw new ServiceError('passkey_not_found');
  }),
];
