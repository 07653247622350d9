import { hash } from 'node:crypto';
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { ServiceError } from '@styling/service';
import { inSpan, timed } from '@styling/telemetry';

const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 50;

/** At most three tries, after `silenceMs` each; connects on the first call. */
export function s3Client(place: S3ClientConfig, silenceMs: number): S3Client {
  const client = new S3Client({
    ...place,
    // Trailing checksums are sent as aws-chunked bodies, which several S3 servers store as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    cacheMiddleware: true,
    requestHandler: new UndiciHttpHandler({
      dispatcher: {
        connections: CONNECTIONS,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
      },
    }),
  });
  sendOlderChecksums(client);
  return withoutIdleWork(client);
}

/** `Content-MD5` where a checksum is required: S3 servers before 2022 do not know CRC32; later ones check both. */
function sendOlderChecksums(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body?: unknown };
      const isChecked = Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'));
      if (isChecked && (typeof body === 'string' || body instanceof Uint8Array)) {
        headers['content-md5'] = hash('md5', body, 'base64');
      }
      return next(args);
    },
    // After the SDK's checksum, in the same step, and before the signature.
    { name: 'olderChecksumsMiddleware', step: 'build', priority: 'low' },
  );
}

/** Middleware without effect here: no logger, no AWS Lambda, no `Expect` from undici, no region redirects. */
const IDLE = [
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'addExpectContinueMiddleware',
  'regionRedirectMiddleware',
];

/** Drops idle middleware, shares one signer: a third of the SDK's CPU time. @throws Error if middleware is missing */
export function withoutIdleWork(client: S3Client): S3Client {
  for (const name of IDLE) if (!client.middlewareStack.remove(name)) throw new Error(`the SDK has no ${name}`);
  const create = client.config.signer;
  let signer: ReturnType<typeof create> | undefined;
  // One bucket always has the same scheme (region and service).
  client.config.signer = (scheme) => {
    signer ??= create(scheme);
    return signer;
  };
  return client;
}

/** Measures, traces a call (`operation`: no names). @throws ServiceError `internal` if refused, else `unavailable` */
export async function reach<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    const attributes = { 'styling.objectstore.operation': operation };
    return await timed('styling.objectstore.operation.duration', attributes, () =>
      inSpan('objectstore.call', { about: operation, attributes }, call),
    );
  } catch (cause) {
    throw new ServiceError(isRefusal(cause) ? 'internal' : 'unavailable', {}, { cause });
  }
}

/** {@link reach}; null when there is no such object. */
export const reachOrNull = <T>(operation: string, call: () => Promise<T>) => reach(operation, () => absentAsNull(call));

/** Null when the object does not exist; a missing bucket is an error. */
export async function absentAsNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const isAbsent = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isAbsent && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** Statuses below 500 that may pass, or mean absence. */
const PASSING_STATUSES = new Set([404, 408, 409, 425, 429]);

/** Transient despite their status: throttling, a wrong clock, an expired token, a body damaged on the way. */
const PASSING_CODES = [
  /^(SlowDown|Throttling|ThrottlingException|BandwidthLimitExceeded)$/,
  /^(RequestTimeTooSkewed|RequestExpired|RequestInTheFuture|RequestTimeout)$/,
  /^(ExpiredToken|ExpiredTokenException|TokenRefreshRequired)$/,
  /^(IncompleteBody|BadDigest|XAmzContentSHA256Mismatch|XAmzContentChecksumMismatch)$/,
];

/** Whether store or proxy will never take it. Not a 400 to a HEAD: without a reason, it may be an expired token. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode: status } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if (status === undefined || PASSING_CODES.some((codes) => codes.test(error.name))) return false;
  // The SDK's name for an answer without a code, like every one to a HEAD.
  if (status === 400 && error.name === 'Unknown') return false;
  return status === 301 || status === 501 || (status >= 400 && status < 500 && !PASSING_STATUSES.has(status));
}

/** Whether an object store's error is a refusal. */
export const isRefusedByStore = (error: unknown): boolean => error instanceof ServiceError && isRefusal(error.cause);
