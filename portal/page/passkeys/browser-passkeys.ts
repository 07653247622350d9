/**
 * Whether this browser, at this address, can use passkeys: only https and localhost can, and the browser has to read and write JSON of
 * the standard (all do since 2025).
 */
export const arePasskeysSupported = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/**
 * Has the reader make a passkey of this site.
 *
 * @returns its JSON, as the server takes it
 * @throws DOMException `NotAllowedError` if the reader says no, `InvalidStateError` if the device has one already
 */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

/**
 * Has the reader choose a passkey of this site.
 *
 * @returns its answer to the challenge, as the server takes it
 * @throws DOMException `NotAllowedError` if the reader chooses none
 */
export async function choosePasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

function jsonOf(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser returned no passkey');
  return credential.toJSON();
}
