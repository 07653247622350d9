import { type CapabilityDependencies, claimInput, type Delivery, isRedelivery, workOf } from '@styling/capability';
import { outfitAdvice, type RequestAccepted, type SelfieField, styleMeInput } from '@styling/contracts';
import { renamingField } from '@styling/service';
import { z } from 'zod';
import type { PlannedAdvice, StyleProviders } from './provider.ts';

const outfits = z.array(outfitAdvice.extend({ clothing: z.string() }));
/** Earlier versions stored the outfits alone. */
const plan = z.union([
  z.object({ outfits, approximations: z.array(z.string()) }),
  outfits.transform((outfits) => ({ outfits, approximations: [] })),
]);

/**
 * Plans the outfits of a request. The plan is stored as checkpoint state before any picture is made, so that a redelivery
 * continues with the same outfits: a model would not give the same advice twice.
 */
export async function planOutfits(
  { store }: CapabilityDependencies,
  providers: StyleProviders,
  request: RequestAccepted['data'],
  delivery: Delivery,
): Promise<{ selfie: Uint8Array; selfieField: SelfieField } & PlannedAdvice> {
  const work = workOf(request, 'advice', delivery);
  const name = `${work.checkpointPrefix}plan.json`;
  const { fields, picture } = await claimInput(store, request, styleMeInput);
  const { selfie_field: selfieField, ...wishes } = fields;
  const selfie = picture('selfie_base64');
  const kept = isRedelivery(delivery) ? await store.get(name) : null;
  if (kept) return { selfie, selfieField, ...plan.parse(JSON.parse(Buffer.from(kept.bytes).toString())) };
  work.progress('advising', 0.02);
  const { made: advice } = await providers
    .call('advise', request, work, (provider, work) => provider.advise(selfie, wishes, work))
    .catch((error) => {
      throw renamingField(error, { selfie_base64: selfieField });
    });
  await store.put(name, Buffer.from(JSON.stringify(advice)), 'application/json');
  return { selfie, selfieField, ...advice };
}
