import { webcrypto } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCredentials } from './content-credentials.ts';
import { sharp } from './sharp.ts';

// Signed by one implementation of C2PA, read by another: that of the Content Authenticity Initiative, in WebAssembly.

const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
let folder: string;
let jpeg: Buffer;

/** Writes a certificate that may sign pictures, its chain, and its key. @returns their variables */
async function issue(
  name: string,
  algorithm: typeof P256 | { name: 'ECDSA'; namedCurve: 'P-384'; hash: 'SHA-384' } | { name: 'Ed25519' },
) {
  const keysOf = async (of: webcrypto.EcKeyGenParams | { name: 'Ed25519' }) =>
    (await webcrypto.subtle.generateKey(of, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const [authority, own] = [await keysOf(P256), await keysOf(algorithm)];
  const dates = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority, O=Test',
    keys: authority,
    signingAlgorithm: P256,
    ...dates,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=A shop, O=A shop',
    issuer: root.subject,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: P256,
    ...dates,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([EMAIL_PROTECTION], true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  const write = async (file: string, text: string) => {
    await writeFile(join(folder, file), text);
    return join(folder, file);
  };
  return {
    C2PA_CERT_FILE: await write(`${name}.pem`, `${certificate.toString('pem')}\n${root.toString('pem')}\n`),
    C2PA_KEY_FILE: await write(`${name}.key`, `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  await init({ module_or_path: await readFile(wasm) });
});

async function readBack(bytes: Uint8Array) {
  const reader = await WasmReader.fromBytes('image/jpeg', new Uint8Array(bytes));
  return JSON.parse(reader.json());
}

describe('a picture with Content Credentials', () => {
  test.each([
    ['P-256', P256],
    ['P-384', { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }],
    ['Ed25519', { name: 'Ed25519' }],
  ] as const)(
    'given a key of %s, then another implementation finds it valid, and nothing of a person in it',
    async (name, of) => {
      const signPicture = await openCredentials(await issue(name, of));
      const signed = await signPicture?.(jpeg);
      const { active_manifest, manifests, validation_state, validation_status } = await readBack(signed ?? jpeg);
      expect(validation_state).toBe('Valid');
      // Nobody trusts the authority of a test.
      expect(validation_status).toMatchObject([{ code: 'signingCredential.untrusted' }]);
      const { assertions, claim_generator_info } = manifests[active_manifest];
      expect(claim_generator_info).toMatchObject([{ name: 'Image styling service' }]);
      expect(assertions).toMatchObject([
        {
          label: 'c2pa.actions.v2',
          data: {
            actions: [
              {
                action: 'c2pa.created',
                digitalSourceType:
                  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
                softwareAgent: { name: 'Image styling service' },
              },
            ],
          },
        },
      ]);
      const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
      expect((await pixels(signed ?? jpeg)).equals(await pixels(jpeg))).toBe(true);
    },
  );

  test('given a pixel that was changed since, then it is invalid', async () => {
    const signPicture = await openCredentials(await issue('changed', P256));
    const signed = Buffer.from((await signPicture?.(jpeg)) ?? jpeg);
    const at = signed.length - 10;
    signed.writeUInt8(signed.readUInt8(at) ^ 1, at);
    expect(await readBack(signed)).toMatchObject({ validation_state: 'Invalid' });
  });
});

describe('the variables', () => {
  test('given none, then pictures are not signed', async () => {
    expect(await openCredentials({})).toBeUndefined();
  });

  test.each<[string, (files: { C2PA_CERT_FILE: string; C2PA_KEY_FILE: string }) => Promise<object>, RegExp]>([
    ['no key', async ({ C2PA_CERT_FILE }) => ({ C2PA_CERT_FILE }), /^C2PA_KEY_FILE: is needed/],
    ['no certificate', async ({ C2PA_KEY_FILE }) => ({ C2PA_KEY_FILE }), /^C2PA_CERT_FILE: is needed/],
    [
      'a file that is not there',
      async (files) => ({ ...files, C2PA_CERT_FILE: '/nowhere.pem' }),
      /^C2PA_CERT_FILE: .*ENOENT/,
    ],
    [
      'a key in place of it',
      async (files) => ({ ...files, C2PA_CERT_FILE: files.C2PA_KEY_FILE }),
      /^C2PA_CERT_FILE: has no/,
    ],
    [
      'a certificate in place of the key',
      async (files) => ({ ...files, C2PA_KEY_FILE: files.C2PA_CERT_FILE }),
      /^C2PA_KEY_FILE: is no private key/,
    ],
    [
      'the key of another',
      async (files) => ({ ...files, C2PA_KEY_FILE: (await issue('other', P256)).C2PA_KEY_FILE }),
      /^C2PA_KEY_FILE: is not the key/,
    ],
  ])('given %s, then the start ends with a line that names the variable', async (_, wrong, message) => {
    await expect(openCredentials(await wrong(await issue('right', P256)))).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(message),
    });
  });
});
