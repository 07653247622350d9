/** Deliveries at the same time. */
export type SendingBounds = {
  /** To one endpoint; to one whose last attempt failed only one. */
  readonly endpoint: number;
  /** To all endpoints of one user. */
  readonly user: number;
  /** To all endpoints whose last attempt failed: their time-outs must leave room for the others. */
  readonly failing: number;
};

export const sendingBounds: SendingBounds = { endpoint: 4, user: 16, failing: 64 };

/** An endpoint with deliveries that are due. */
export type DueEndpoint = {
  readonly webhook_id: string;
  readonly user_id: string;
  readonly isFailing: boolean;
  /** Deliveries to it that are being sent. */
  readonly sending: number;
  /** Due deliveries, oldest first, with the times at which they became due. */
  readonly due: readonly { readonly delivery_id: string; readonly due_at: number }[];
};

/** What is being sent to endpoints that have nothing due counts as well. */
export type Sending = { readonly byUser: ReadonlyMap<string, number>; readonly failing: number };

/**
 * Which of the due deliveries to send now: those that waited longest, within the bounds of each endpoint, of its user and of
 * all failing endpoints, so that a slow or dead receiver, and a user with many, delay nobody else.
 *
 * @param room how many at most
 * @returns ids, those that waited longest first
 */
export function chooseDeliveries(
  endpoints: readonly DueEndpoint[],
  sending: Sending,
  room: number,
  bounds: SendingBounds,
): string[] {
  const byUser = new Map(sending.byUser);
  let failing = sending.failing;
  const candidates = endpoints
    .flatMap((endpoint) => {
      const free = Math.max(0, (endpoint.isFailing ? 1 : bounds.endpoint) - endpoint.sending);
      return endpoint.due.slice(0, free).map((delivery) => ({ ...delivery, endpoint }));
    })
    .sort((a, b) => a.due_at - b.due_at);
  const chosen: string[] = [];
  for (const { delivery_id, endpoint } of candidates) {
    if (chosen.length >= room) break;
    const ofUser = byUser.get(endpoint.user_id) ?? 0;
    if (ofUser >= bounds.user || (endpoint.isFailing && failing >= bounds.failing)) continue;
    byUser.set(endpoint.user_id, ofUser + 1);
    if (endpoint.isFailing) failing++;
    chosen.push(delivery_id);
  }
  return chosen;
}
