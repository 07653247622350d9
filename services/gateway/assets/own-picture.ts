import { ask, publish } from '@styling/bus';
import { assetUsed, createEvent, getAsset, getImage } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { dayOf } from '../admission/admission.ts';
import type { Call } from '../http/define-endpoint.ts';
import { SOURCE } from '../http/record-answer.ts';

/**
 * The picture of an asset of the caller, whose life begins again.
 *
 * @param field that names it, for errors
 * @throws ServiceError `asset_not_found` alike for an unknown, foreign, expired or deleted one; `unavailable`
 */
export async function assetPicture(call: Call, asset_id: string, field: string): Promise<Uint8Array> {
  const { bus } = call.gateway;
  const { asset, used_on } = await ask(bus, getAsset, { user_id: call.caller.user_id, asset_id });
  if (!asset) throw new ServiceError('asset_not_found', { field });
  call.memory.grow(asset.bytes);
  const bytes = await stored(call, objectNames.asset(asset_id), field);
  await noteUse(call, asset_id, used_on);
  return bytes;
}

/** The picture of an image record of the caller. @throws as {@link assetPicture} */
export async function imagePicture(call: Call, image_id: string, field: string): Promise<Uint8Array> {
  const { image } = await ask(call.gateway.bus, getImage, { user_id: call.caller.user_id, image_id });
  if (!image) throw new ServiceError('asset_not_found', { field });
  const bytes = await stored(call, image.object, field);
  call.memory.grow(bytes.length);
  return bytes;
}

async function stored({ gateway }: Call, object: string, field: string): Promise<Uint8Array> {
  const found = await gateway.store.get(object);
  if (!found) throw new ServiceError('asset_not_found', { field });
  return found.bytes;
}

/** Once a day. A request does not fail for it: its picture is copied, and the asset only expires earlier. */
async function noteUse({ gateway, caller, request_id }: Call, asset_id: string, used_on: string | null): Promise<void> {
  const now = gateway.clock();
  const day = dayOf(now);
  if (used_on !== null && used_on >= day) return;
  try {
    await publish(gateway.bus, createEvent(assetUsed, SOURCE, now, { asset_id, user_id: caller.user_id, day }));
  } catch (error) {
    gateway.log.warn({ err: error, request_id }, 'noting the use of an asset failed');
  }
}
