import { connectObjectStore, imagePrefix } from '@styling/objectstore';
import { flag, objectStoreVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';
import { checkPublicReads } from './check-public-reads.ts';

/** Variables of {@link provisionBucket}. */
export const bucketVariables = serviceVariables.omit({ NATS_URL: true }).extend({
  ...objectStoreVariables.shape,
  /** Whether to add a statement to the bucket's policy by which anyone may read `images/`, and a rule for pages of other sites. */
  PUBLIC_IMAGES: flag,
});

/**
 * Creates the bucket where it is missing, opens `images/` if that is asked for, and checks what anyone can read. A store that takes
 * no rules for pages of other sites may allow them by itself: that is checked, too.
 *
 * @throws PublicObjectsError when that is more than `images/`
 * @throws ServiceError `unavailable` when the store cannot be reached, or refuses
 */
export async function provisionBucket(config: z.output<typeof bucketVariables>, log: Logger): Promise<void> {
  const store = connectObjectStore(config);
  try {
    await store.createBucket();
    if (config.PUBLIC_IMAGES) {
      await store.allowReads(imagePrefix);
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
