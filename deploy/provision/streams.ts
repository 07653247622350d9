import { busAccess, connectBus, createStreams } from '@styling/bus';
import { positiveInteger, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';

/** Variables of {@link provisionStreams}. */
export const streamsVariables = z.object({
  ...serviceVariables.shape,
  NATS_REPLICAS: positiveInteger.max(5).default(1),
});

/** Creates the streams, or brings them to what is wanted. @throws StreamMismatchError where the server cannot */
export async function provisionStreams(config: z.output<typeof streamsVariables>, log: Logger): Promise<void> {
  const bus = await connectBus({ ...busAccess(config, 'provision'), log });
  await createStreams(bus, { replicas: config.NATS_REPLICAS }).finally(() => bus.close());
  log.info('streams are up to date');
}
