import type { Picture, Work } from '@styling/capability';
import type { OutfitAdvice, StyleMeInput } from '@styling/contracts';

/** Advice, and its clothes in words that a try-on understands. */
export type PlannedOutfit = OutfitAdvice & { readonly clothing: string };

/** The port to whatever gives advice and dresses people. Faults of the selfie are ServiceErrors of status 4xx. */
export type StyleProvider = {
  readonly name: string;
  /** Requests it works on at once. */
  readonly concurrency: number;
  /** `num_outfits` different outfits for this person, these wishes and this occasion. */
  advise(selfie: Uint8Array, wishes: StyleMeInput, work: Work): Promise<readonly PlannedOutfit[]>;
  /** The person in the clothes, in a studio. */
  tryOn(selfie: Uint8Array, clothing: string, work: Work): Promise<Picture>;
  close(): Promise<void>;
};
