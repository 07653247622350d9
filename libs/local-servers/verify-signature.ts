import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A key pair of S3, named as the AWS SDK reads it from the environment. */
export type StoreCredentials = { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };

/** A request as it arrived: target and header values are not decoded. */
export type SignedRequest = {
  readonly method: string;
  readonly path: string;
  /** What follows the `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
};

/** S3's code for a request whose signature does not count. */
export type SignatureError = 'AccessDenied' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch';

/** What stands for the digest of a body that is not signed. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

/** Contents of a signature, not yet verified. */
type Claim = {
  readonly accessKeyId: string;
  /** Day, region, service: `20261122/us-east-1/s3/aws4_request`. */
  readonly scope: string;
  /** `20261122T101500Z` */
  readonly time: string;
  /** Lifetime of the signature, in ms; infinite for one in headers. */
  readonly lifetimeMs: number;
  readonly signedHeaders: readonly string[];
  /** SHA-256 of the body in hex, or {@link UNSIGNED_PAYLOAD}. */
  readonly payload: string;
  readonly signature: string;
};

const MAX_SKEW_MS = 15 * 60_000;
const MAX_LIFETIME_SECONDS = 7 * 86_400;

/** Whether a request claims to be signed, in its headers or its query. */
export const isSigned = ({ headers, query }: SignedRequest): boolean =>
  headers.authorization !== undefined || new URLSearchParams(query).has('X-Amz-Signature');

/**
 * Verifies AWS Signature Version 4 of S3 (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html), in the header or a
 * presigned URL. Unlike S3 it takes headers that were signed at any time: on one machine nobody can record a request who cannot read the secret as
 * well, and the SDK does not always follow a clock that is set back. That the body has the digest of its `x-amz-content-sha256` is left to the caller, who has it.
 *
 * @returns S3's code if the signature does not count, else undefined
 */
export function signatureError(
  request: SignedRequest,
  credentials: StoreCredentials,
  now: Date,
): SignatureError | undefined {
  const claim = request.headers.authorization === undefined ? claimOfQuery(request) : claimOfHeaders(request);
  if (!claim || !coversHeaders(request, claim) || !claim.scope.startsWith(claim.time.slice(0, 8))) {
    return 'AccessDenied';
  }
  if (claim.accessKeyId !== credentials.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const expected = signatureOf(request, claim, credentials.AWS_SECRET_ACCESS_KEY);
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claim.signature, 'hex'))) {
    return 'SignatureDoesNotMatch';
  }
  if (claim.lifetimeMs === Number.POSITIVE_INFINITY) return undefined;
  const age = now.getTime() - Date.parse(claim.time.replace(TIME, '$1-$2-$3T$4:$5:$6Z'));
  return age >= -MAX_SKEW_MS && age <= claim.lifetimeMs ? undefined : 'AccessDenied';
}

const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const CREDENTIAL = /^([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request)$/;
const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

function claimOfHeaders({ headers }: SignedRequest): Claim | undefined {
  const [, credential = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const [, accessKeyId, scope] = CREDENTIAL.exec(credential) ?? [];
  const { 'x-amz-date': time, 'x-amz-content-sha256': payload } = headers;
  if (!accessKeyId || !scope || !signature || typeof time !== 'string' || typeof payload !== 'string') return undefined;
  return {
    accessKeyId,
    scope,
    time,
    payload,
    signature,
    signedHeaders: names.split(';'),
    lifetimeMs: Number.POSITIVE_INFINITY,
  };
}

function claimOfQuery({ query }: SignedRequest): Claim | undefined {
  const given = new URLSearchParams(query);
  const of = (name: string) => given.get(`X-Amz-${name}`) ?? '';
  const [, accessKeyId, scope] = CREDENTIAL.exec(of('Credential')) ?? [];
  const [signature, seconds] = [of('Signature'), Number(of('Expires'))];
  const isWellFormed = of('Algorithm') === 'AWS4-HMAC-SHA256' && /^[0-9a-f]{64}$/.test(signature);
  if (!isWellFormed || !accessKeyId || !scope || !(seconds > 0 && seconds <= MAX_LIFETIME_SECONDS)) return undefined;
  return {
    accessKeyId,
    scope,
    time: of('Date'),
    payload: UNSIGNED_PAYLOAD,
    signature,
    signedHeaders: of('SignedHeaders').split(';'),
    lifetimeMs: seconds * 1000,
  };
}

/** Whether a signature covers the host, and every header that says something to S3. */
const coversHeaders = ({ headers }: SignedRequest, { signedHeaders }: Claim): boolean =>
  Object.keys(headers).every((name) => signedHeaders.includes(name) || !(name === 'host' || name.startsWith('x-amz-')));

function signatureOf({ method, path, query, headers }: SignedRequest, claim: Claim, secret: string): string {
  const { time, scope, signedHeaders, payload } = claim;
  const canonical = [
    ...[method, path, canonicalQuery(query)],
    ...signedHeaders.map((name) => `${name}:${String(headers[name] ?? '').replace(/ +/g, ' ')}`),
    ...['', signedHeaders.join(';'), payload],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  return hmac(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString('hex');
}

/** The parameters in order of their names, each with a `=`, without the signature; they are signed encoded, as they were sent. */
const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((parameter) => parameter !== '' && nameIn(parameter) !== 'X-Amz-Signature')
    .map((parameter) => (parameter.includes('=') ? parameter : `${parameter}=`))
    .sort((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1))
    .join('&');

const nameIn = (parameter: string): string => parameter.split('=', 1)[0] ?? '';
