import { S3Client } from '@aws-sdk/client-s3';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { withOlderChecksums } from './older-checksums.ts';
import { withoutIdleWork } from './without-idle-work.ts';

/** Where a store is, and how long it may be silent within an operation before that is tried again, in ms. */
export type S3ClientOptions = {
  /** Undefined: on AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Whether the bucket is in the path of an address, else in its host. */
  readonly forcePathStyle: boolean;
  readonly silenceMs: number;
};

const CONNECT_TIMEOUT_MS = 2_000;
/** Calls at once. */
const CONNECTIONS = 50;

/** A client that makes at most three tries; it connects on the first call. */
export const s3Client = ({ endpoint, region, forcePathStyle, silenceMs }: S3ClientOptions): S3Client =>
  withOlderChecksums(
    withoutIdleWork(
      new S3Client({
        region,
        forcePathStyle,
        ...(endpoint !== undefined && { endpoint }),
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
      }),
    ),
  );
