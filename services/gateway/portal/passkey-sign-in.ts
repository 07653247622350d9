import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { ServiceError } from '@styling/service';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, type Passkey } from './passkeys.ts';
import { type PasskeyDependencies, userHandle } from './register-passkey.ts';

/** What a browser needs to sign in with any passkey of this host. @param origin of the page, checked */
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

/** What a browser made of {@link signInOptions}. */
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
