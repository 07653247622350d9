import type { Portal } from '../portal.ts';
import { choosePasskey } from './browser-passkeys.ts';

/** The reader chose no passkey, or the browser could not use one. */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
  readonly reason: 'canceled' | 'unusable';

  constructor(reason: PasskeyUnused['reason'], cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * Lets the reader choose a passkey of this site.
 *
 * @returns what `POST /session` takes
 * @throws PasskeyUnused; ApiError, ConnectionError of the challenge
 */
export async function readPasskey(call: Portal['call']) {
  const { challenge_id, options } = await call<{
    challenge_id: string;
    options: PublicKeyCredentialRequestOptionsJSON;
  }>('POST', '/session/options');
  try {
    return { passkey: await choosePasskey(options), challenge_id };
  } catch (error) {
    const { name } = error as Error;
    throw new PasskeyUnused(name === 'NotAllowedError' || name === 'AbortError' ? 'canceled' : 'unusable', error);
  }
}
