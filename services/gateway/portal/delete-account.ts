import { ask } from '@styling/bus';
import {
  deleteAsset,
  deleteImage,
  deleteWebhook,
  IMAGES_PAGE,
  limits,
  listAssets,
  listImages,
  listWebhooks,
} from '@styling/contracts';
import { pause, ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { revoke } from '../keys/key-administration.ts';
import { listUnrevoked } from '../keys/key-store.ts';
import { cancelRequest } from '../requests/cancel-request.ts';
import { runningRequests } from '../requests/end-request.ts';
import { withdrawSignIn } from './withdraw-sign-in.ts';

/** What was deleted, or revoked. */
export type Deleted = {
  readonly images: number;
  readonly assets: number;
  readonly webhooks: number;
  readonly keys: number;
};

/** Deletions at the same time. */
const AT_ONCE = 8;
/** How long to wait for requests that were cancelled, in ms: longer than a worker is silent before another takes its work over. */
const END_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 300;

/**
 * Deletes all that a user can see, and revokes all that lets anyone act as the user. In this order, so that nothing is made
 * meanwhile, and the session that asks can ask again if something is away: it ends last. What remains is in docs/retention.md.
 *
 * @throws ServiceError `unavailable`; what was not deleted yet is still there
 */
export async function deleteAccount(
  gateway: Gateway,
  { user_id, key_id }: { readonly user_id: string; readonly key_id: string },
): Promise<Deleted> {
  const active = await listUnrevoked(gateway.db, user_id);
  for (const key of active) await revoke(gateway, key.key_id);
  await withdrawSignIn(gateway.db, user_id, gateway.clock(), key_id);
  await endRunning(gateway, user_id);
  const deleted = {
    webhooks: await deleteWebhooks(gateway, user_id),
    assets: await deleteAssets(gateway, user_id),
    images: await deleteImages(gateway, user_id),
  };
  await withdrawSignIn(gateway.db, user_id, gateway.clock());
  return { ...deleted, keys: active.length };
}

/** Cancels what runs, until nothing does: it may make an image until then. */
async function endRunning(gateway: Gateway, user_id: string): Promise<void> {
  const { db, findJob } = gateway;
  const until = performance.now() + END_WITHIN_MS;
  for (;;) {
    const running = await runningRequests(db).where('user_id', '=', user_id).execute();
    if (running.length === 0) return;
    if (performance.now() > until)
      throw new ServiceError('unavailable', {}, { cause: new Error('a request still runs') });
    for (const { request_id } of running) {
      const job = await findJob({ user_id, request_id }).catch(nullIfUnknown);
      if (job) await cancelRequest(gateway, job);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** One that is only now being handed over has no job yet. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'job_not_found') return null;
  throw error;
}

async function deleteWebhooks({ bus }: Gateway, user_id: string): Promise<number> {
  const { webhooks } = await ask(bus, listWebhooks, { user_id });
  for (const { webhook_id } of webhooks) await ask(bus, deleteWebhook, { user_id, webhook_id });
  return webhooks.length;
}

async function deleteAssets({ bus }: Gateway, user_id: string): Promise<number> {
  const page = async () => (await ask(bus, listAssets, { user_id, limit: limits.pageSize, cursor: null })).assets;
  return deletePages(page, ({ asset_id }) => ask(bus, deleteAsset, { user_id, asset_id }));
}

async function deleteImages({ bus }: Gateway, user_id: string): Promise<number> {
  const page = async () => (await ask(bus, listImages, { user_id, limit: IMAGES_PAGE, cursor: null })).images;
  return deletePages(page, ({ image_id }) => ask(bus, deleteImage, { user_id, image_id }));
}

/** Deletes the first page until there is none, or nothing of it can be deleted: each query is answered after what was deleted before. */
async function deletePages<Item>(
  page: () => Promise<readonly Item[]>,
  remove: (item: Item) => Promise<{ readonly deleted: boolean }>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const before = count;
    const items = await page();
    for (let first = 0; first < items.length; first += AT_ONCE) {
      const removed = await Promise.all(items.slice(first, first + AT_ONCE).map(remove));
      count += removed.filter(({ deleted }) => deleted).length;
    }
    if (count === before) return count;
  }
}
