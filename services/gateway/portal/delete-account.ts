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
import { pause, ServiceError, settledWithin } from '@styling/service';
import { z } from 'zod';
import type { GatewayDependencies } from '../dependencies.ts';
import type { Gateway } from '../gateway.ts';
import { revoke } from '../keys/key-administration.ts';
import { listUnrevoked } from '../keys/key-store.ts';
import { cancelRequest } from '../requests/cancel-request.ts';
import { runningRequests } from '../requests/end-request.ts';
import {
  type AccountDeletion,
  claimDeletion,
  findDeletion,
  findDeletionBySession,
  insertDeletion,
  releaseDeletion,
  removeDeletion,
} from './account-deletions.ts';
import { forAnyone, forManagers } from './portal-endpoint.ts';
import { noSessionCookies, sessionCookieOf } from './session-cookie.ts';
import { withdrawSignIn } from './sessions.ts';

/** Numbers of what is deleted or revoked. */
type Deleted = Pick<AccountDeletion, 'images' | 'assets' | 'webhooks' | 'keys'>;
/** The same while it runs, and how many images are left. */
type Deleting = Deleted & Pick<AccountDeletion, 'images_left'>;

type Deletion = GatewayDependencies & Pick<Gateway, 'findJob'>;

/** Time that a request waits for the end of the deletion, in ms: well within the 30 s that the page waits. */
const ANSWER_WITHIN_MS = 5_000;
/** Interval of checks for the end of cancelled requests and the progress of another gateway, in ms. */
const LOOK_EVERY_MS = 300;
const RETRY_AFTER_MS = 5_000;

/**
 * Deletes all that a user can see, and revokes all that lets anyone act as the user; docs/retention.md lists what remains. The
 * deletion is stored first, for {@link continueDeletions} of any gateway to finish. Concurrent requests join it.
 *
 * @returns counts as of the request; `Deleting` if it goes on
 * @throws ServiceError `unavailable` when it was not stored, or its progress is unknown
 */
async function deleteAccount(gateway: Deletion, user_id: string): Promise<Deleted | Deleting> {
  const { db, clock, requestTimeoutMs } = gateway;
  const until = performance.now() + Math.min(ANSWER_WITHIN_MS, requestTimeoutMs);
  const counted = await countAll(gateway, user_id);
  const requested = { user_id, requested_at: clock(), ...counted, images_left: counted.images };
  const deletion = await insertDeletion(db, requested);
  for (;;) {
    const claimed = await claimDeletion(db, user_id);
    if (claimed) await settledWithin(advance(gateway, claimed), Math.max(0, until - performance.now()));
    const running = await findDeletion(db, user_id);
    if (!running) return deleted(deletion);
    if (performance.now() >= until) return deleting(running);
    if (!claimed) await pause(LOOK_EVERY_MS);
  }
}

/** Continues the deletions of all accounts, a step of each at a time, until none is due or the gateway stops. */
export async function continueDeletions(gateway: Deletion, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const claimed = await claimDeletion(gateway.db);
    if (!claimed) return;
    await advance(gateway, claimed);
  }
}

const deleted = ({ images, assets, webhooks, keys }: AccountDeletion): Deleted => ({ images, assets, webhooks, keys });

/** Progress of a deletion, as the portal's API returns it. */
const deleting = (deletion: AccountDeletion): Deleting => ({
  ...deleted(deletion),
  images_left: deletion.images_left,
});

async function countAll({ bus, db }: Deletion, user_id: string): Promise<Deleted> {
  const [{ images }, { assets }, { webhooks }, keys] = await Promise.all([
    ask(bus, countImages, { user_id }),
    ask(bus, countAssets, { user_id }),
    ask(bus, listWebhooks, { user_id }),
    listUnrevoked(db, user_id),
  ]);
  return { images, assets, webhooks: webhooks.length, keys: keys.length };
}

/** Takes the next step of a claimed deletion; one that fails is logged, and tried again. */
async function advance(gateway: Deletion, deletion: AccountDeletion): Promise<void> {
  const { db, log } = gateway;
  const { user_id, images_left } = deletion;
  try {
    await withdraw(gateway, deletion);
    if (await cancelRunning(gateway, user_id)) return await releaseDeletion(db, deletion, images_left, LOOK_EVERY_MS);
    await deleteWebhooks(gateway, user_id);
    await deleteAssets(gateway, user_id);
    const { left } = await ask(gateway.bus, deleteImages, { user_id });
    await (left === 0 ? removeDeletion(db, deletion) : releaseDeletion(db, deletion, left, 0));
  } catch (error) {
    log.error({ err: error }, 'deleting an account failed; will retry');
    // If this fails as well, the claim expires.
    await releaseDeletion(db, deletion, images_left, RETRY_AFTER_MS).catch(() => undefined);
  }
}

/** Revokes keys and sign-ins again in every step, as an operator may grant new ones meanwhile. */
async function withdraw(gateway: Deletion, { user_id, requested_at }: AccountDeletion): Promise<void> {
  for (const { key_id } of await listUnrevoked(gateway.db, user_id)) await revoke(gateway, key_id);
  // `findDeletionBySession` finds the sessions that the deletion ended by this time.
  await withdrawSignIn(gateway.db, user_id, requested_at);
}

/** Cancels running requests, which may make images until they end. @returns whether any runs */
async function cancelRunning(gateway: Deletion, user_id: string): Promise<boolean> {
  const running = await runningRequests(gateway.db).where('user_id', '=', user_id).execute();
  for (const { request_id } of running) {
    const job = await gateway.findJob({ user_id, request_id }).catch(nullIfUnknown);
    if (job) await cancelRequest(gateway, job);
  }
  return running.length > 0;
}

/** A request that is being handed over has no job yet. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'job_not_found') return null;
  throw error;
}

async function deleteWebhooks({ bus }: Deletion, user_id: string): Promise<void> {
  const { webhooks } = await ask(bus, listWebhooks, { user_id });
  for (const { webhook_id } of webhooks) await ask(bus, deleteWebhook, { user_id, webhook_id });
}

/** Deletes all assets: a user has fewer than a page. */
async function deleteAssets({ bus }: Deletion, user_id: string): Promise<void> {
  const { assets } = await ask(bus, listAssets, { user_id, limit: limits.pageSize, cursor: null });
  await Promise.all(assets.map(({ asset_id }) => ask(bus, deleteAsset, { user_id, asset_id })));
}

export const accountEndpoints = [
  forManagers('delete', '/account', async (call) => {
    const { gateway, caller, request, response } = call;
    // Typed in by the user, so that nothing is deleted by a slip.
    await readBody(call, z.object({ user_id: z.enum([caller.user_id]) }));
    const deleted = await deleteAccount(gateway, caller.user_id);
    // While it goes on, the cookie of the ended session gives access to its progress.
    if ('images_left' in deleted) response.statusCode = 202;
    else response.setHeader('Set-Cookie', noSessionCookies(request));
    return deleted;
  }),
  // Progress of a deletion; 204 without one, also when it is done.
  forAnyone('get', '/account', async ({ gateway, request }) => {
    const deletion = await findDeletionBySession(gateway.db, sessionCookieOf(request, gateway.portalUrl) ?? '');
    return deletion && deleting(deletion);
  }),
];
