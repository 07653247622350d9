import { ask } from '@styling/bus';
import {
  countAssets,
  countImages,
  deleteAsset,
  deleteImages,
  deleteWebhook,
  limits,
  listAssets,
  listWebhooks,
} from '@styling/contracts';
import { readBody } from '@styling/http';
import { pause, settledWithin, toServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { GatewayDependencies } from '../dependencies.ts';
import type { Gateway } from '../gateway.ts';
import { digestOf } from '../keys/api-key.ts';
import { revoke } from '../keys/key-administration.ts';
import { listUnrevoked } from '../keys/key-store.ts';
import { cancelRequest } from '../requests/cancel-request.ts';
import { runningRequests } from '../requests/end-request.ts';
import { forAnyone, forManagers } from './portal-endpoint.ts';
import { noSessionCookies, sessionCookieOf } from './session-cookie.ts';
import { withdrawSignIn } from './sessions.ts';

type Deletion = {
  readonly user_id: string;
  readonly requested_at: Date;
  /** Numbers of things to delete when it was requested; `keys`: active ones. */
  readonly images: number;
  readonly assets: number;
  readonly webhooks: number;
  readonly keys: number;
  readonly images_left: number;
};

type Deleting = GatewayDependencies & Pick<Gateway, 'findJob'>;

/** Lease of a step, after which another gateway takes over; a step that is done twice does no harm. */
const STEP_WITHIN_MS = 60_000;
/** Time that a request waits for the end of the deletion: well within the 30 s that the page waits. */
const ANSWER_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 300;
const RETRY_AFTER_MS = 5_000;

/**
 * Deletes all that a user can see, and revokes all that acts as the user; docs/retention.md lists what remains. Stored
 * first, for {@link continueDeletions} of any gateway to finish; concurrent requests join it.
 * @throws ServiceError `unavailable` when it was not stored, or its progress is unknown
 */
async function deleteAccount(gateway: Deleting, user_id: string): Promise<{ isDone: boolean; deletion: Deletion }> {
  const { bus, db, clock, requestTimeoutMs } = gateway;
  const until = performance.now() + Math.min(ANSWER_WITHIN_MS, requestTimeoutMs);
  const [{ images }, { assets }, { webhooks }, keys] = await Promise.all([
    ask(bus, countImages, { user_id }),
    ask(bus, countAssets, { user_id }),
    ask(bus, listWebhooks, { user_id }),
    listUnrevoked(db, user_id),
  ]);
  const { rows } = await sql<Deletion>`
    insert into account_deletion (user_id, requested_at, images, assets, webhooks, keys, images_left)
    values (${user_id}, ${clock()}, ${images}, ${assets}, ${webhooks.length}, ${keys.length}, ${images})
    on conflict (user_id) do update set user_id = excluded.user_id
    returning *`.execute(db);
  const [deletion] = rows as [Deletion];
  for (;;) {
    const claimed = await claimDeletion(db, user_id);
    if (claimed) await settledWithin(advance(gateway, claimed), Math.max(0, until - performance.now()));
    const [left] = (await sql<Deletion>`select * from account_deletion where user_id = ${user_id}`.execute(db)).rows;
    if (!left) return { isDone: true, deletion };
    if (performance.now() >= until) return { isDone: false, deletion: left };
    if (!claimed) await pause(LOOK_EVERY_MS);
  }
}

/** Continues the deletions of all accounts, a step of each at a time, until none is due or the gateway stops. */
export async function continueDeletions(gateway: Deleting, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const claimed = await claimDeletion(gateway.db);
    if (!claimed) return;
    await advance(gateway, claimed);
  }
}

/** Claims the deletion that has waited longest for its next step. @param user_id only that of this user */
async function claimDeletion(db: Kysely<unknown>, user_id: string | null = null): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    update account_deletion set due_at = now() + ${STEP_WITHIN_MS} * interval '1 ms'
    where user_id = (
      select user_id from account_deletion where due_at <= now() and user_id = coalesce(${user_id}::text, user_id)
      order by due_at limit 1 for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

async function advance(gateway: Deleting, { user_id, requested_at, images_left }: Deletion): Promise<void> {
  const { bus, db, log } = gateway;
  const release = (images_left: number, pauseMs: number) =>
    sql`
      update account_deletion set images_left = ${images_left}, due_at = now() + ${pauseMs} * interval '1 ms'
      where user_id = ${user_id} and requested_at = ${requested_at}`.execute(db);
  try {
    // Again in every step, as an operator may grant new ones meanwhile.
    for (const { key_id } of await listUnrevoked(db, user_id)) await revoke(gateway, key_id);
    // `GET /account` finds the sessions that the deletion ended by this time.
    await withdrawSignIn(db, user_id, requested_at);
    if (await cancelRunning(gateway, user_id)) {
      await release(images_left, LOOK_EVERY_MS);
      return;
    }
    const { webhooks } = await ask(bus, listWebhooks, { user_id });
    for (const { webhook_id } of webhooks) await ask(bus, deleteWebhook, { user_id, webhook_id });
    // A user has fewer than a page.
    const { assets } = await ask(bus, listAssets, { user_id, limit: limits.pageSize, cursor: null });
    await Promise.all(assets.map(({ asset_id }) => ask(bus, deleteAsset, { user_id, asset_id })));
    const { left } = await ask(bus, deleteImages, { user_id });
    if (left > 0) await release(left, 0);
    else {
      // Not a later one of the same user.
      await sql`
        delete from account_deletion where user_id = ${user_id} and requested_at = ${requested_at}`.execute(db);
    }
  } catch (error) {
    log.error({ err: error }, 'deleting an account failed; will retry');
    // If this fails as well, the claim expires.
    await release(images_left, RETRY_AFTER_MS).catch(() => undefined);
  }
}

/** Cancels running requests, which may make images until they end. @returns whether any runs */
async function cancelRunning(gateway: Deleting, user_id: string): Promise<boolean> {
  const running = await runningRequests(gateway.db, sql`user_id = ${user_id}`);
  for (const { request_id } of running) {
    const job = await gateway.findJob({ user_id, request_id }).catch((error) => {
      // A request that is being handed over has no job yet.
      if (toServiceError(error).code !== 'job_not_found') throw error;
    });
    if (job) await cancelRequest(gateway, job);
  }
  return running.length > 0;
}

const toRecord = ({ images, assets, webhooks, keys }: Deletion) => ({ images, assets, webhooks, keys });

const toProgress = (deletion: Deletion) => ({ ...toRecord(deletion), images_left: deletion.images_left });

export const accountEndpoints = [
  forManagers('delete', '/account', async (call) => {
    const { gateway, caller, request, response } = call;
    // Typed in by the user, so that nothing is deleted by a slip.
    await readBody(call, z.object({ user_id: z.enum([caller.user_id]) }));
    const { isDone, deletion } = await deleteAccount(gateway, caller.user_id);
    // While it goes on, the cookie of the ended session gives access to its progress.
    if (isDone) response.setHeader('Set-Cookie', noSessionCookies(request));
    else response.statusCode = 202;
    return isDone ? toRecord(deletion) : toProgress(deletion);
  }),
  // Progress; 204 without a deletion or once done. Only sessions that the deletion has ended, or is about to, see it.
  forAnyone('get', '/account', async ({ gateway, request }) => {
    const { rows } = await sql<Deletion>`
      select d.* from account_deletion as d join api_key as k on k.user_id = d.user_id
      where k.kind = 'session' and k.digest = ${digestOf(sessionCookieOf(request, gateway.portalUrl) ?? '')}
        and (k.status = 'active' or k.revoked_at = d.requested_at)`.execute(gateway.db);
    return rows[0] && toProgress(rows[0]);
  }),
];
