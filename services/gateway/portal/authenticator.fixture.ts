import { generateKeyPairSync, hash, randomBytes, sign, type webcrypto } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

/** User present, user verified, with a credential (WebAuthn, section 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, credential: 0x40 } as const;

/** Faults of an authenticator, or of the browser before it. */
type Lie = { readonly origin?: string; readonly rpId?: string; readonly challenge?: string; readonly counter?: number };

/** A security key with one passkey: it makes a key pair and signs with it, as WebAuthn has it. @param origin of the page */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle: string | undefined;

  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? origin }));
  const authenticatorData = (rpId: string, flags: number, credential: Buffer, lie: Lie) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.counter ?? ++counter);
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count, credential]);
  };

  return {
    create({ challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON, lie: Lie = {}): RegistrationResponseJSON {
      userHandle = user.id;
      const flags = FLAGS.present | FLAGS.verified | FLAGS.credential;
      const made = credentialOf(id, publicKey.export({ format: 'jwk' }));
      const authData = authenticatorData(rp.id ?? '', flags, made, lie);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, lie)),
          attestationObject: base64url(
            Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          ),
        },
      };
    },
    get({ challenge, rpId = '' }: PublicKeyCredentialRequestOptionsJSON, lie: Lie = {}): AuthenticationResponseJSON {
      const data = clientData('webauthn.get', challenge, lie);
      const authData = authenticatorData(rpId, FLAGS.present | FLAGS.verified, Buffer.alloc(0), lie);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

/** AAGUID (none), length and bytes of the id, COSE key: EC2 (1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
function credentialOf(id: Buffer, { x = '', y = '' }: webcrypto.JsonWebKey): Buffer {
  const coordinate = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const encoded = isoCBOR.encode(cose as Parameters<typeof isoCBOR.encode>[0]);
  return Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(encoded)]);
}
