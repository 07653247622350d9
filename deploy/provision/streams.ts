import { busAccess, connectBus, createStreams } from '@styling/bus';
import { positiveInteger, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';

export const streamsVariables = z.object({
  ...serviceVariables.shape,
  NATS_REPLICAS: positiveInteger.max(5).default(1).describe('replicas of each stream: 3 on a cluster'),
  READS_MAX_AGE_DAYS: positiveInteger
    .min(3)
    .default(30)
    .describe('records of reads and refusals are dropped at this age'),
  READS_MAX_BYTES: positiveInteger
    .default(1024 ** 3)
    .describe('or at this total size, which the server reserves; daily totals are kept for ever'),
});

/** Creates or updates the streams. @throws Error where the server cannot */
export async function provisionStreams(config: z.output<typeof streamsVariables>, log: Logger): Promise<void> {
  const bus = await connectBus({ ...busAccess(config, 'provision'), log });
  const options = {
    replicas: config.NATS_REPLICAS,
    readsMaxAgeDays: config.READS_MAX_AGE_DAYS,
    readsMaxBytes: config.READS_MAX_BYTES,
  };
  await createStreams(bus, options).finally(() => bus.close());
  log.info('streams are up to date');
}
