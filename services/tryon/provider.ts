import type { Picture, Provider, Work } from '@styling/capability';
import type { GenerateImageInput, TryOnInput } from '@styling/contracts';

/** An order to a provider. Pictures are JPEG, PNG or WebP of 64x64 pixels to 25 megapixels. */
export type TryOnOrder = {
  readonly selfie: Uint8Array;
  readonly description: string;
  /** Selects the scene the person is placed in. */
  readonly mode: TryOnInput['mode'] | GenerateImageInput['mode'];
  /** A picture of the garment, on its own or worn, and the request field with the picture or its URL. */
  readonly reference?: { readonly bytes: Uint8Array; readonly field: 'outfit_base64' | 'clothing_image_url' };
};

/** The port for virtual try-on. Errors in the request are ServiceErrors of status 4xx; anything else is an internal error. */
export type TryOnOperations = {
  /** Whether it stores checkpoint state under `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
  tryOn(order: TryOnOrder, work: Work): Promise<Picture>;
  /**
   * Judges a selfie without dressing anybody.
   *
   * @returns whether it was judged: the operator may have turned that off
   * @throws ServiceError as `tryOn` does, of the field `selfie_base64`
   */
  checkSelfie(selfie: Uint8Array, signal: AbortSignal): Promise<boolean>;
};
export type TryOnProvider = Provider & TryOnOperations;
