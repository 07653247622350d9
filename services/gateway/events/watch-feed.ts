import { ask } from '@styling/bus';
import { type FedEvent, readEvents, type UserEventType } from '@styling/contracts';
import type { Call } from '../http/define-endpoint.ts';
import { lookAgain } from '../jobs/look-again.ts';
import type { Watch } from '../jobs/watches.ts';

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

/** The caller's feed from a cursor on, until `watch` closes or the key is revoked. @throws as {@link lookAgain} */
export async function* watchFeed(call: Call, asked: FeedRequest, watch: Watch): AsyncGenerator<FeedPage> {
  let { cursor } = asked;
  const look = () => readFeed(call, { ...asked, cursor });
  for await (const page of lookAgain(call, watch, ['feed.changed', call.caller.user_id], look)) {
    cursor = page.next_cursor;
    if (page.has_more) watch.ring();
    yield page;
  }
}
