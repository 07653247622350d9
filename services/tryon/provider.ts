import type { Picture, Work } from '@styling/capability';
import type { GenerateImageInput, TryOnInput } from '@styling/contracts';

/** What a provider is asked for. Pictures are JPEG, PNG or WebP of 64x64 to 25 megapixels. */
export type TryOnOrder = {
  readonly selfie: Uint8Array;
  readonly description: string;
  /** The scene that the person is placed in. */
  readonly mode: TryOnInput['mode'] | GenerateImageInput['mode'];
  /** A picture of the garment, on its own or worn, and the field that it or its address was given in. */
  readonly reference?: { readonly bytes: Uint8Array; readonly field: 'outfit_base64' | 'clothing_image_url' };
};

/**
 * The port to whatever dresses people. Faults of the request are ServiceErrors of status 4xx; anything else is ours.
 */
export type TryOnProvider = {
  readonly name: string;
  /** Orders it works on at once. */
  readonly concurrency: number;
  /** Whether it writes below `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
  tryOn(order: TryOnOrder, work: Work): Promise<Picture>;
  close(): Promise<void>;
};
