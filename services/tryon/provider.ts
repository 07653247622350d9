import type { Picture } from '@styling/capability';
import type { GenerateImageInput, TryOnInput } from '@styling/contracts';

/** What a provider is asked for. Pictures are JPEG, PNG or WebP of 64x64 to 25 megapixels. */
export type TryOnOrder = {
  readonly selfie: Uint8Array;
  readonly description: string;
  /** The scene that the person is placed in. */
  readonly mode: TryOnInput['mode'] | GenerateImageInput['mode'];
  /** A picture of the garment, on its own or worn. */
  readonly reference?: Uint8Array;
};

/**
 * The port to whatever dresses people. Faults of the request are ServiceErrors of status 4xx; anything else is ours.
 */
export type TryOnProvider = {
  readonly name: string;
  /** Orders it works on at once. */
  readonly concurrency: number;
  tryOn(order: TryOnOrder, signal: AbortSignal): Promise<Picture>;
  close(): Promise<void>;
};
