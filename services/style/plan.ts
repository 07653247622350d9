import { type CapabilityDependencies, claimInput, type Delivery, isRedelivery, workOf } from '@styling/capability';
import { outfitAdvice, type RequestAccepted, type SelfieField, styleMeInput } from '@styling/contracts';
import { renamingField } from '@styling/service';
import { z } from 'zod';
import type { PlannedOutfit, StyleProviders } from './provider.ts';

const plan = z.array(outfitAdvice.extend({ clothing: z.string() }));

/**
 * Plans the outfits of a request. The plan is stored as checkpoint state before any picture is made, so that a redelivery
 * continues with the same outfits: a model would not give the same advice twice.
 */
export async function planOutfits(
  { store }: CapabilityDependencies,
  providers: StyleProviders,
  request: RequestAccepted['data'],
  delivery: Delivery,
): Promise<{ selfie: Uint8Array; selfieField: SelfieField; outfits: readonly PlannedOutfit[] }> {
  const work = workOf(request, 'advice', delivery);
  const name = `${work.checkpointPrefix}plan.json`;
  const { fields, picture } = await claimInput(store, request, styleMeInput);
  const { selfie_field: selfieField, ...wishes } = fields;
  const selfie = picture('selfie_base64');
  const kept = isRedelivery(delivery) ? await store.get(name) : null;
  if (kept) return { selfie, selfieField, outfits: plan.parse(JSON.parse(Buffer.from(kept.bytes).toString())) };
  work.progress('advising', 0.02);
  const { made: outfits } = await providers
    .call('advise', request, work, (provider, work) => provider.advise(selfie, wishes, work))
    .catch((error) => {
      throw renamingField(error, { selfie_base64: selfieField });
    });
  await store.put(name, Buffer.from(JSON.stringify(outfits)), 'application/json');
  return { selfie, selfieField, outfits };
}
