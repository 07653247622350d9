import type { Portal } from '../portal.ts';

/**
 * Whether this browser, at this address, can use passkeys: only https and localhost can, and the browser has to read and write JSON of
 * the standard (all do since 2025).
 */
export const arePasskeysSupported = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Whether the reader said no, or waited too long. */
export const isDismissal = ({ name }: DOMException): boolean => name === 'NotAllowedError' || name === 'AbortError';

type Asked<Options> = { readonly challenge_id: string; readonly options: Options };

/**
 * Has the reader make a passkey of this site, which signs them in from then on.
 *
 * @throws DOMException `InvalidStateError` if the device has one already; ApiError, ConnectionError
 */
export async function addPasskey(call: Portal['call'], name: string): Promise<void> {
  const { options, ...challenge } = await call<Asked<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    '/passkeys/options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = jsonOf(await navigator.credentials.create({ publicKey }));
  await call('POST', '/passkeys', { ...challenge, response, name });
}

/**
 * Has the reader choose a passkey of this site.
 *
 * @returns what `POST /session` takes
 * @throws DOMException if the reader chose none, or the browser could not use it; ApiError, ConnectionError
 */
export async function readPasskey(call: Portal['call']) {
  const { options, ...challenge } = await call<Asked<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    '/session/options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ...challenge, passkey: jsonOf(await navigator.credentials.get({ publicKey })) };
}

function jsonOf(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException('the browser returned no passkey', 'NotReadableError');
}
