import { hash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { idFrom, limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../dependencies.ts';
import { findPasskey, insertPasskey, keepChallenge, listPasskeys, type Passkey, takeChallenge } from './passkeys.ts';

type PasskeyDependencies = Pick<GatewayDependencies, 'db' | 'clock' | 'random'>;

/** Name that authenticators show. */
const RELYING_PARTY = 'Image styling';

/** EdDSA, ES256, RS256 (IANA's numbers): every authenticator has one. By default Node's experimental ones would be asked for, too. */
const ALGORITHMS = [-8, -7, -257];

/** Id of a user for authenticators, which keep one passkey for each. */
const userHandle = (user_id: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', `styling user ${user_id}`, 'buffer'));

/**
 * Options for a browser to make a passkey for `user_id`.
 *
 * @param origin of the page, checked: a passkey belongs to its host name
 * @throws ServiceError `too_many_passkeys`
 */
export async function passkeyOptions(
  deps: PasskeyDependencies,
  user_id: string,
  origin: URL,
): Promise<{ challenge_id: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const known = await listPasskeys(deps.db, user_id);
  if (known.length >= limits.passkeys) throw new ServiceError('too_many_passkeys');
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY,
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

/**
 * Registers a passkey that a browser made of {@link passkeyOptions}.
 *
 * @param made `response`: a `RegistrationResponseJSON`, unchecked
 * @throws ServiceError `passkey_not_registered`, `too_many_passkeys`
 */
export async function registerPasskey(
  deps: PasskeyDependencies,
  user_id: string,
  { challenge_id, response, name }: { challenge_id: string; response: unknown; name: string },
  origin: URL,
): Promise<Passkey> {
  const { db, clock, random } = deps;
  const now = clock();
  const challenge = await takeChallenge(db, challenge_id, user_id, now);
  if (challenge === undefined) throw new ServiceError('passkey_not_registered');
  const { id, publicKey, counter } = await verified(response as RegistrationResponseJSON, challenge, origin);
  const passkey = {
    passkey_id: idFrom('psk', random(12)),
    user_id,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    name,
    created_at: now,
  };
  if (!(await insertPasskey(db, passkey))) throw new ServiceError('passkey_not_registered');
  return { ...passkey, counter: String(counter), last_used_at: null };
}

async function verified(response: RegistrationResponseJSON, expectedChallenge: string, origin: URL) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const refused = (cause?: unknown) => new ServiceError('passkey_not_registered', {}, { cause });
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    supportedAlgorithmIDs: ALGORITHMS,
    // Preferred, not required: a security key without a PIN will do.
    requireUserVerification: false,
  }).catch((error) => {
    throw refused(error);
  });
  if (!registrationInfo) throw refused();
  return registrationInfo.credential;
}

/** Options for a browser to sign in with any passkey of this host. @param origin of the page, checked */
export async function signInOptions(
  deps: PasskeyDependencies,
  origin: URL,
): Promise<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: origin.hostname,
    challenge: new Uint8Array(deps.random(32)),
    userVerification: 'preferred',
  });
  return { challenge_id: await keepChallenge(deps, options.challenge, null), options };
}

/** Answer of a browser to {@link signInOptions}. */
export type Assertion = {
  readonly challenge_id: string;
  /** An `AuthenticationResponseJSON`, unchecked. */
  readonly passkey: unknown;
};

/**
 * The passkey that has signed a challenge, and its counter as of now: to be recorded by the sign-in.
 *
 * @throws ServiceError `invalid_passkey`: unknown, deleted, of another host, copied (its counter goes back), or a wrong signature
 */
export async function verifyAssertion(
  deps: PasskeyDependencies,
  { challenge_id, passkey }: Assertion,
  origin: URL,
): Promise<{ passkey: Passkey; newCounter: number }> {
  const response = passkey as AuthenticationResponseJSON;
  const challenge = await takeChallenge(deps.db, challenge_id, null, deps.clock());
  const known = typeof response.id === 'string' ? await findPasskey(deps.db, response.id) : undefined;
  if (challenge === undefined || !known) throw new ServiceError('invalid_passkey');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
    },
    requireUserVerification: false,
  }).catch((cause) => {
    throw new ServiceError('invalid_passkey', {}, { cause });
  });
  if (!verified || !isFor(known, response)) throw new ServiceError('invalid_passkey');
  return { passkey: known, newCounter: authenticationInfo.newCounter };
}

/** Whether the authenticator holds it for the same user, if it says for whom. */
const isFor = ({ user_id }: Passkey, { response }: AuthenticationResponseJSON): boolean =>
  response.userHandle === undefined || Buffer.from(response.userHandle, 'base64url').equals(userHandle(user_id));
