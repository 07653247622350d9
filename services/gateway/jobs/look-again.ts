import { onNotice } from '@styling/bus';
import { ServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import type { Watch } from './watches.ts';

/** How long a lost notice can go unnoticed: lost with the connection, or with the projector that was to publish it. */
const LOOK_AGAIN_MS = 12_000;
const RETRY_MS = 1_000;

/**
 * What `look` returns now, and then after each `notice` about `id`, until `watch` is closed or the key revoked. Each
 * look is answered after all that the log has by then, by any replica; notices only say when to look again.
 * @throws ServiceError of the first look; of later ones only what repeating cannot mend
 */
export async function* lookAgain<Seen>(
  { gateway: { bus, keys, log }, caller, request_id }: Call,
  watch: Watch,
  [notice, id]: readonly [notice: 'job.changed' | 'feed.changed', id: string],
  look: () => Promise<Seen>,
): AsyncGenerator<Seen> {
  const stopListening = onNotice(bus, notice, id, () => watch.ring());
  let isFirst = true;
  try {
    do {
      try {
        const seen = await look();
        // After looking: what it has of after the revocation is not sent.
        if (!isFirst && !(await keys.isActive(caller.key_id))) return;
        isFirst = false;
        yield seen;
        // Evenly, so that those who began together do not look together.
        await watch.rung(LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
      } catch (error) {
        if (isFirst || !(error instanceof ServiceError) || error.status < 500) throw error;
        log.warn({ err: error, request_id, notice }, 'looking for changes failed; will retry');
        await watch.rung(RETRY_MS);
      }
    } while (watch.isOpen);
  } finally {
    stopListening();
  }
}
