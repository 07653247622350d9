import { createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '@styling/service';
import { z } from 'zod';

export const credentialVariables = z.object({
  C2PA_CERT_FILE: z
    .string()
    .optional()
    .describe('PEM file of a certificate and its chain, by which pictures get Content Credentials (C2PA 2)'),
  C2PA_KEY_FILE: z.string().optional().describe('PEM file of its private key: P-256, P-384 or Ed25519'),
});

/** Adds Content Credentials to a JPEG. */
export type SignPicture = (jpeg: Uint8Array) => Promise<Uint8Array>;

const SOFTWARE = 'Image styling service';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** COSE algorithms (RFC 9053) by the kind of the key, with the digest that is signed. */
const algorithms = {
  prime256v1: { algorithm: -7, digest: 'sha256' },
  secp384r1: { algorithm: -35, digest: 'sha384' },
  ed25519: { algorithm: -8, digest: null },
} as const;

/**
 * Opens the operator's certificate. A manifest says that the software made the picture, and how, by the digital source
 * type of the label; nothing of a person or a request. Without a time stamp it is valid as long as the certificate.
 * @returns undefined without a certificate
 * @throws ConfigError of one line that names the variable
 */
export async function openCredentials({
  C2PA_CERT_FILE: certFile,
  C2PA_KEY_FILE: keyFile,
}: z.output<typeof credentialVariables>): Promise<SignPicture | undefined> {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw new ConfigError('C2PA_CERT_FILE: is needed with C2PA_KEY_FILE');
  if (keyFile === undefined) throw new ConfigError('C2PA_KEY_FILE: is needed with C2PA_CERT_FILE');
  const chain = [...(await textOf('C2PA_CERT_FILE', certFile)).matchAll(CERTIFICATE)].map(([pem]) => pem);
  const key = keyIn(await textOf('C2PA_KEY_FILE', keyFile));
  const kind = algorithms[(key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType) as keyof typeof algorithms];
  if (!kind) throw new ConfigError('C2PA_KEY_FILE: is neither a P-256, a P-384 nor an Ed25519 key');
  const [own] = chain;
  if (own === undefined) throw new ConfigError('C2PA_CERT_FILE: has no certificate');
  if (!belongsTo(own, key)) throw new ConfigError('C2PA_KEY_FILE: is not the key of the certificate');
  return signer(chain, key, kind);
}

const textOf = (variable: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause) => {
    throw new ConfigError(`${variable}: the file cannot be read (${cause.code})`, { cause });
  });

function keyIn(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new ConfigError('C2PA_KEY_FILE: is no private key in PEM', { cause });
  }
}

function belongsTo(pem: string, key: KeyObject): boolean {
  try {
    return new X509Certificate(pem).checkPrivateKey(key);
  } catch (cause) {
    throw new ConfigError('C2PA_CERT_FILE: is no certificate', { cause });
  }
}

/** Loads the library only here: few have a certificate. */
async function signer(
  chain: readonly string[],
  key: KeyObject,
  { algorithm, digest }: (typeof algorithms)[keyof typeof algorithms],
): Promise<SignPicture> {
  const { JPEG } = await import('@trustnxt/c2pa-ts/asset');
  const c2pa = await import('@trustnxt/c2pa-ts/manifest');
  const { X509Certificate: Certificate } = await import('@peculiar/x509');
  const [certificate, ...chainCertificates] = chain.map((pem) => new Certificate(pem)) as [
    InstanceType<typeof Certificate>,
  ];
  const credential = {
    algorithm,
    certificate,
    chainCertificates,
    // The library's own signer leaves signatures in DER, which RFC 9053 forbids, and other readers refuse.
    sign: async (payload: Uint8Array) => sign(digest, payload, { key, dsaEncoding: 'ieee-p1363' }),
  };
  return async (jpeg) => {
    const asset = new JPEG(jpeg);
    const store = new c2pa.ManifestStore();
    const manifest = store.createManifest({
      claimVersion: c2pa.ClaimVersion.V2,
      assetFormat: 'image/jpeg',
      instanceID: `xmp:iid:${randomUUID()}`,
      defaultHashAlgorithm: 'SHA-256',
      signer: credential,
    });
    if (manifest.claim) manifest.claim.claimGeneratorName = SOFTWARE;
    const hash = c2pa.DataHashAssertion.create('SHA-256');
    const actions = new c2pa.ActionAssertion();
    actions.label = c2pa.AssertionLabels.actionsV2;
    actions.actions.push({
      action: c2pa.ActionType.C2paCreated,
      digitalSourceType: c2pa.DigitalSourceType.CompositeWithTrainedAlgorithmicMedia,
      softwareAgent: { name: SOFTWARE },
    });
    manifest.addAssertion(hash);
    manifest.addAssertion(actions);
    await asset.ensureManifestSpace(store.measureSize());
    await hash.updateWithAsset(asset);
    await manifest.sign(credential);
    await asset.writeManifestJUMBF(store.getBytes());
    return asset.getDataRange();
  };
}
