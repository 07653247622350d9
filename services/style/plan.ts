import {
  type CapabilityDependencies,
  callProvider,
  claimInput,
  type Delivery,
  isRedelivery,
  workOf,
} from '@styling/capability';
import { outfitAdvice, type RequestAccepted, styleMeInput } from '@styling/contracts';
import { z } from 'zod';
import type { PlannedOutfit, StyleProvider } from './provider.ts';

const plan = z.array(outfitAdvice.extend({ clothing: z.string() }));

/**
 * Plans the outfits of a request. The plan is stored as checkpoint state before any picture is made, so that a redelivery
 * continues with the same outfits: a model would not give the same advice twice.
 */
export async function planOutfits(
  { store }: CapabilityDependencies,
  provider: StyleProvider,
  request: RequestAccepted['data'],
  delivery: Delivery,
): Promise<{ selfie: Uint8Array; outfits: readonly PlannedOutfit[] }> {
  const work = workOf(request, 'advice', delivery);
  const name = `${work.checkpointPrefix}plan.json`;
  const { fields: wishes, picture } = await claimInput(store, request, styleMeInput);
  const selfie = picture('selfie_base64');
  const kept = isRedelivery(delivery) ? await store.get(name) : null;
  if (kept) return { selfie, outfits: plan.parse(JSON.parse(Buffer.from(kept.bytes).toString())) };
  work.progress('advising', 0.02);
  const outfits = await callProvider('advise', provider, () => provider.advise(selfie, wishes, work));
  await store.put(name, Buffer.from(JSON.stringify(outfits)), 'application/json');
  return { selfie, outfits };
}
