import { connectObjectStore } from '@styling/objectstore';
import { objectStoreVariables, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';

/** Variables of {@link provisionBucket}. */
export const bucketVariables = serviceVariables.omit({ NATS_URL: true }).extend(objectStoreVariables.shape);

/** Creates the bucket where it is missing. @throws ServiceError `unavailable` when the store cannot be reached */
export async function provisionBucket(config: z.output<typeof bucketVariables>, log: Logger): Promise<void> {
  const store = connectObjectStore(config);
  await store.createBucket().finally(() => store.close());
  log.info('bucket is there');
}
