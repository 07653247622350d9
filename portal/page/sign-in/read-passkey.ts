import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { Portal } from '../portal.ts';

/** The reader chose no passkey, or the browser could not use one. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
  readonly reason: 'canceled' | 'unusable';

  constructor(reason: PasskeyUnused['reason'], cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Whether this browser, at this address, can use passkeys: only https and localhost can. */
export const isPasskeySupported = (): boolean => isSecureContext && 'PublicKeyCredential' in globalThis;

/**
 * Lets the reader choose a passkey of this site.
 *
 * @returns what `POST /session` takes
 * @throws PasskeyUnused; ApiError, ConnectionError of the challenge
 */
export async function readPasskey(call: Portal['call']) {
  const [{ startAuthentication }, { challenge_id, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call<{ challenge_id: string; options: PublicKeyCredentialRequestOptionsJSON }>('POST', '/session/options'),
  ]);
  try {
    return { passkey: await startAuthentication({ optionsJSON: options }), challenge_id };
  } catch (error) {
    const { name } = error as Error;
    throw new PasskeyUnused(name === 'NotAllowedError' || name === 'AbortError' ? 'canceled' : 'unusable', error);
  }
}
