import { ask, isOvertaken, logHead, publish } from '@styling/bus';
import {
  assetCreated,
  checkSelfie,
  countAssets,
  createEvent,
  type DataOf,
  idFrom,
  limits,
  MEGABYTE,
  type StoredAsset,
  subjects,
} from '@styling/contracts';
import { UPLOAD_FIELD } from '@styling/http';
import { inspectImage } from '@styling/imaging';
import { INPUT_MIME_TYPE, objectNames, uploadMetadata } from '@styling/objectstore';
import { renamingField, ServiceError, toServiceError } from '@styling/service';
import { changesOf, countChanges } from '../admission/changes.ts';
import { PUBLISH_TIMEOUT_MS, SOURCE } from '../dependencies.ts';
import type { Call } from '../http/define-endpoint.ts';

/** Uploads of one user at once are few: none is overtaken this often in a row. */
const MAX_TRIES = 20;
const NOTHING = new Uint8Array();

type Wanted = Pick<DataOf<typeof assetCreated>, 'kind' | 'lifetime_seconds'>;

/**
 * Keeps an uploaded picture as an asset; a selfie is first checked by the tryon service. Until the event is published,
 * a mark under the request's name records the object's owner, so that after a crash `mayBeForgotten` deletes it.
 * @throws ServiceError `not_an_image`, `incomplete_image`, `bad_image_size`, `no_person`, `several_people` of
 *   {@link UPLOAD_FIELD}; `too_many_assets`, `too_many_changes`; `unavailable`, also if no worker judges in time
 */
export async function keepAsset(call: Call, wanted: Wanted, bytes: Uint8Array): Promise<StoredAsset> {
  const { gateway, request_id, caller } = call;
  const { store, bus, log } = gateway;
  const { format, width, height } = await inspectImage(bytes, UPLOAD_FIELD);
  await roomFor(call, bytes.length);
  const asset_id = idFrom('ast', gateway.random(12));
  const object = objectNames.asset(asset_id);
  const mark = objectNames.input(request_id);
  await store.put(mark, NOTHING, INPUT_MIME_TYPE, uploadMetadata({ user_id: caller.user_id, asset_id }));
  let isPublishing = false;
  try {
    await store.put(object, bytes, `image/${format}`);
    const checks = wanted.kind === 'selfie' ? (await ask(bus, checkSelfie, { asset_id })).checks : [];
    await countChanges(gateway, caller.user_id, changesOf.asset);
    isPublishing = true;
    const facts = { asset_id, ...caller, request_id, ...wanted, checks, width, height, bytes: bytes.length };
    const created = await publishWithinLimits(call, facts as DataOf<typeof assetCreated>);
    await store.delete(mark).catch(leftToUpkeep);
    return created;
  } catch (error) {
    // If it is not known whether the event was published, upkeep finds out.
    const isUnpublished = !isPublishing || toServiceError(error).code === 'too_many_assets';
    if (isUnpublished) await store.delete(object).then(() => store.delete(mark), leftToUpkeep);
    throw renamingField(error, { selfie_base64: UPLOAD_FIELD });
  }

  function leftToUpkeep(error: unknown) {
    log.warn({ err: error, request_id }, 'discarding an upload failed; will be deleted by age');
  }
}

/** Exact under any race: the log takes the event only if the user got no other asset since before they were counted. */
async function publishWithinLimits(call: Call, data: DataOf<typeof assetCreated>): Promise<StoredAsset> {
  const { bus, clock } = call.gateway;
  for (let tries = 1; ; tries++) {
    const after = await logHead(bus, subjects.createdAssetsOf(data.user_id));
    await roomFor(call, data.bytes);
    const event = createEvent(assetCreated, SOURCE, clock(), data);
    try {
      await publish(bus, event, { after, timeoutMs: PUBLISH_TIMEOUT_MS });
    } catch (error) {
      if (isOvertaken(error) && tries < MAX_TRIES) continue;
      throw error;
    }
    const { asset_id, kind, width, height, bytes, checks, lifetime_seconds } = data;
    const expires_at = new Date(Date.parse(event.time) + lifetime_seconds * 1000).toISOString();
    return { asset_id, kind, width, height, bytes, created_at: event.time, expires_at, checks };
  }
}

/** @throws ServiceError `too_many_assets` when the caller has no room for another one of so many bytes */
async function roomFor({ gateway, caller }: Call, bytes: number): Promise<void> {
  const held = await ask(gateway.bus, countAssets, { user_id: caller.user_id });
  const isRoom = held.assets < limits.assets && held.bytes + bytes <= limits.assetsMegabytes * MEGABYTE;
  if (!isRoom) throw new ServiceError('too_many_assets');
}
