import { type CapabilityDependencies, callProvider, claimInput, claimPicture, workOf } from '@styling/capability';
import { outfitAdvice, type RequestAccepted, styleMeInput } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { z } from 'zod';
import type { PlannedOutfit, StyleProvider } from './provider.ts';

const plan = z.array(outfitAdvice.extend({ clothing: z.string() }));

/**
 * What a request is to be advised. The plan is kept with the request's input before any picture is made, so that a
 * redelivery goes on with the same outfits: a model would not give the same advice twice.
 */
export async function planOutfits(
  { store }: CapabilityDependencies,
  provider: StyleProvider,
  request: RequestAccepted['data'],
  signal: AbortSignal,
): Promise<{ selfie: Uint8Array; outfits: readonly PlannedOutfit[] }> {
  const name = `${objectNames.request(request.request_id)}plan.json`;
  const selfie = await claimPicture(store, request, 'selfie_base64');
  const kept = await store.get(name);
  if (kept) return { selfie, outfits: plan.parse(JSON.parse(Buffer.from(kept.bytes).toString())) };
  const wishes = await claimInput(store, request, styleMeInput);
  const work = workOf(request, 'advice', signal);
  const outfits = await callProvider('advise', provider, () => provider.advise(selfie, wishes, work));
  await store.put(name, Buffer.from(JSON.stringify(outfits)), 'application/json');
  return { selfie, outfits };
}
