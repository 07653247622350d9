import { ask, onNotice } from '@styling/bus';
import { type FedEvent, readEvents, type UserEventType } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import type { Watch } from '../jobs/watches.ts';

/** A notice may be lost: how long that can go unnoticed, in ms. */
const LOOK_AGAIN_MS = 15_000;
/** Pause after a failed look, in ms. */
const RETRY_MS = 1_000;

/** A client's request for a page of its feed. */
export type FeedRequest = {
  /** null: from the oldest event. */
  readonly cursor: string | null;
  /** null: all. */
  readonly types: UserEventType[] | null;
  readonly limit: number;
};

/** Events, oldest first, and where to continue. */
export type FeedPage = { readonly events: FedEvent[]; readonly next_cursor: string; readonly has_more: boolean };

/** A page of the caller's feed. @throws ServiceError `invalid_cursor`, `cursor_expired`, `unavailable` */
export const readFeed = ({ gateway, caller: { user_id } }: Call, asked: FeedRequest): Promise<FeedPage> =>
  ask(gateway.bus, readEvents, { user_id, ...asked });

/**
 * The caller's feed from a cursor on, page by page, and then whenever it was looked at again, until `watch` is closed or the key
 * revoked. Each look is answered after all that the log has by then, by any replica; the notices, subscribed to before the first
 * look, only say when to look.
 *
 * @throws ServiceError as {@link readFeed}; of later looks only what repeating cannot mend
 */
export async function* watchFeed(call: Call, asked: FeedRequest, watch: Watch): AsyncGenerator<FeedPage> {
  const { gateway, caller, request_id } = call;
  const { bus, keys, log } = gateway;
  const stopListening = onNotice(bus, 'feed.changed', caller.user_id, () => watch.ring());
  let { cursor } = asked;
  let looks = 0;
  try {
    do {
      try {
        const page = await readFeed(call, { ...asked, cursor });
        // After reading: what a page has of after the revocation is not sent.
        if (looks > 0 && !(await keys.isActive(caller.key_id))) return;
        cursor = page.next_cursor;
        looks++;
        yield page;
        // Evenly, so that those who began together do not look together.
        if (!page.has_more) await watch.rung(LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
      } catch (error) {
        if (looks === 0 || !(error instanceof ServiceError) || error.status < 500) throw error;
        log.warn({ err: error, request_id }, 'looking for events failed; will retry');
        await watch.rung(RETRY_MS);
      }
    } while (watch.isOpen);
  } finally {
    stopListening();
  }
}
