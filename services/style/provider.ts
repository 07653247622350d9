import type { Picture, Providers, Work } from '@styling/capability';
import type { OutfitAdvice, StyleMeInput } from '@styling/contracts';

/** Advice, and a description of its clothes for a try-on. */
export type PlannedOutfit = OutfitAdvice & { readonly clothing: string };

/** Recommended outfits, and codes for wishes they only approximate. */
export type PlannedAdvice = { readonly outfits: readonly PlannedOutfit[]; readonly approximations: readonly string[] };

/** Port for styling advice with pictures. Errors in the selfie are ServiceErrors of status 4xx. */
export type StyleOperations = {
  advise(selfie: Uint8Array, wishes: Omit<StyleMeInput, 'selfie_field'>, work: Work): Promise<PlannedAdvice>;
  tryOn(selfie: Uint8Array, clothing: string, work: Work): Promise<Picture>;
};
export type StyleProviders = Providers<StyleOperations>;
