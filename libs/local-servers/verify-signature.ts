import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';

/** Named as the AWS SDK reads it from the environment. */
export type StoreCredentials = { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };

/** Not decoded; `query` is what follows the `?`. */
export type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
};

const MAX_SKEW_MS = 15 * 60_000;
const MAX_LIFETIME_SECONDS = 7 * 86_400;
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const CREDENTIAL = /^([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request$/;
const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Whether a request claims to be signed, in its headers or its query. */
export const isSigned = ({ headers, query }: SignedRequest): boolean =>
  headers.authorization !== undefined || new URLSearchParams(query).has('X-Amz-Signature');

/**
 * Verifies AWS Signature Version 4, in the header or a presigned URL, except the body's digest. Unlike S3 it takes
 * headers signed at any time: who can record a request here can read the secret, and the SDK does not always follow a
 * clock set back.
 * @returns S3's error code for a request at `now`, else undefined
 */
export function signatureVerifier({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: StoreCredentials) {
  const signer = new SignatureV4({
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
    region: '',
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  return async (request: SignedRequest, now: Date): Promise<string | undefined> => {
    const { method, path, headers } = request;
    const claim = claimOf(request);
    const [, accessKeyId, signingRegion] = CREDENTIAL.exec(claim?.credential ?? '') ?? [];
    const signingDate = new Date(claim?.time?.replace(TIME, '$1-$2-$3T$4:$5:$6Z') ?? '');
    if (!claim || !signingRegion || Number.isNaN(signingDate.getTime())) return 'AccessDenied';
    if (accessKeyId !== AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
    // The host and every header for S3 have to be signed.
    const names = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
    const signableHeaders = new Set([...names, ...claim.signedHeaders]);
    const signed = Object.fromEntries([...signableHeaders].map((name) => [name, String(headers[name] ?? '')]));
    const given = new URLSearchParams(request.query);
    const query = Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
    const unsigned = { method, path, protocol: 'http:', hostname: '', headers: signed, query };
    const options = { signingDate, signingRegion, signableHeaders };
    const { expiresIn } = claim;
    // A body that is neither text nor bytes stands for an unsigned one.
    const unread = { ...unsigned, body: {} };
    const presigning = { ...options, unhoistableHeaders: signableHeaders };
    const signedAgain =
      expiresIn === undefined
        ? (await signer.sign(unsigned, options)).headers.authorization?.slice(-64)
        : (await signer.presign(unread, { ...presigning, expiresIn })).query?.['X-Amz-Signature'];
    const isEqual = timingSafeEqual(Buffer.from(String(signedAgain), 'hex'), Buffer.from(claim.signature, 'hex'));
    if (!isEqual) return 'SignatureDoesNotMatch';
    const age = now.getTime() - signingDate.getTime();
    const isTimely = expiresIn === undefined || (age >= -MAX_SKEW_MS && age <= expiresIn * 1000);
    return isTimely ? undefined : 'AccessDenied';
  };
}

/** Not verified yet; `expiresIn`, in seconds, is that of a presigned URL. */
function claimOf({ headers, query }: SignedRequest) {
  if (headers.authorization !== undefined) {
    const [, credential, names, signature] = AUTHORIZATION.exec(headers.authorization) ?? [];
    if (!credential || !names || !signature || headers['x-amz-content-sha256'] === undefined) return undefined;
    return { credential, time: headers['x-amz-date']?.toString(), signedHeaders: names.split(';'), signature };
  }
  const given = new URLSearchParams(query);
  const of = (name: string) => given.get(`X-Amz-${name}`) ?? '';
  const [signature, expiresIn, names] = [of('Signature'), Number(of('Expires')), of('SignedHeaders')];
  const isWellFormed = of('Algorithm') === 'AWS4-HMAC-SHA256' && /^[0-9a-f]{64}$/.test(signature) && names !== '';
  if (!isWellFormed || !(expiresIn > 0 && expiresIn <= MAX_LIFETIME_SECONDS)) return undefined;
  return { credential: of('Credential'), time: of('Date'), signedHeaders: names.split(';'), signature, expiresIn };
}
