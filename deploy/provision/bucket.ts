import { connectObjectStore, imagePrefix } from '@styling/objectstore';
import { flag, objectStoreVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';
import { checkOperations, checkPublicReads, need } from './check-bucket.ts';

export const bucketVariables = serviceVariables.omit({ NATS_URL: true }).extend({
  ...objectStoreVariables.shape,
  PUBLIC_IMAGES: flag.describe(
    "`1`: provisioning adds a statement to the bucket's policy by which anyone may read `images/`, and a CORS rule for the portal",
  ),
});

/**
 * Creates the bucket if missing, checks all operations and public reads, and opens `images/` if `PUBLIC_IMAGES` is set.
 * @param largest bytes of the largest object tried
 * @throws BucketError; ServiceError `unavailable` when the store cannot be reached
 */
export async function provisionBucket(
  config: z.output<typeof bucketVariables>,
  log: Logger,
  largest?: number,
): Promise<void> {
  const store = connectObjectStore(config);
  try {
    const place = 'create it yourself, and allow s3:ListBucket';
    await need(`shows no bucket ${config.S3_BUCKET}, nor creates it`, place, () => store.createBucket());
    await checkOperations(store, largest);
    if (config.PUBLIC_IMAGES) {
      const way =
        'allow s3:GetBucketPolicy and s3:PutBucketPolicy, and lift Block Public Access, or leave PUBLIC_IMAGES unset';
      await need('takes no policy by which anyone may read images', way, () => store.allowReads(imagePrefix));
      await store
        .allowCrossOriginReads()
        .catch((error) => log.info({ err: error }, 'object store does not support CORS rules'));
    }
    await checkPublicReads(store, config.S3_BUCKET, log);
  } finally {
    store.close();
  }
  log.info('bucket is there');
}
