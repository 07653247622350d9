import { reportPrediction, toPublicError, VendorError, vendorName } from '@styling/model-api';
import type { ObjectStore } from '@styling/objectstore';
import { afterPaid, isNothingPaid, pause, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { AskDependencies } from './ask.ts';
import { askOnce, mayBePaid } from './ask-once.ts';
import type { Discovery } from './discover.ts';
import type { Server } from './server.ts';

/** What a server of models is used with. */
export type ModelDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Between tries. */
  readonly sleep?: typeof pause;
};

export const askDependencies = ({ log, clock, sleep = pause }: ModelDependencies): AskDependencies => ({
  clock,
  sleep,
  random: Math.random,
  log,
});

/**
 * Has a server make one thing, with its duration measured; see {@link askOnce}.
 *
 * @param prefix of the objects that hold what is known of it
 * @param usd what it costs, US dollars
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`; whatever else `make` throws
 */
export async function answered(
  { store, log, clock }: ModelDependencies,
  { endpoint: { isPaid }, find }: Server,
  prefix: string,
  make: (discovery: Discovery) => Promise<Uint8Array>,
  usd?: number,
): Promise<{ readonly bytes: Uint8Array; readonly model: string }> {
  try {
    const discovery = await find();
    const model = vendorName(discovery.model);
    const bytes = await askOnce({ store, prefix, isPaid }, async () => {
      const begun = clock().getTime();
      const report = (status: 'succeeded' | 'failed') => {
        const seconds = (clock().getTime() - begun) / 1000;
        const cost = status === 'succeeded' ? usd : undefined;
        reportPrediction({ provider: 'openai-images', model, status, seconds, usd: cost });
        log.info({ model, status, seconds }, 'prediction finished');
      };
      try {
        const made = await make(discovery);
        report('succeeded');
        return made;
      } catch (error) {
        report('failed');
        throw error;
      }
    });
    return { bytes, model };
  } catch (error) {
    const failure = error instanceof VendorError ? publicError(error, isPaid) : error;
    const isUnpaid = failure instanceof ServiceError && isNothingPaid(failure);
    throw isUnpaid && isPaid && (await mayBePaid({ store, prefix })) ? afterPaid(failure) : failure;
  }
}

/** What one's own server may have made in vain can be made again. */
const publicError = (error: VendorError, isPaid: boolean): ServiceError =>
  error.kind === 'ambiguous' && !isPaid ? new ServiceError('unavailable', {}, { cause: error }) : toPublicError(error);
