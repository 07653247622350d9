import { S3Client } from '@aws-sdk/client-s3';

export const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'a secret' };

/** Makes a client of a store, by default with {@link CREDENTIALS}. */
export const clientOf = (
  { url }: { readonly url: string },
  { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = CREDENTIALS,
): S3Client =>
  new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
