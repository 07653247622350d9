import type { Picture, Provider, Providers, Work } from '@styling/capability';
import type { GarmentCategory } from '@styling/contracts';

/** A garment to put on, as a description, a picture, or both. */
export type OrderedGarment = {
  /** May be empty if there is a picture. */
  readonly description: string;
  readonly category: GarmentCategory;
  /** A picture of the garment, on its own or worn, and the request field with the picture or its URL. */
  readonly reference?: { readonly bytes: Uint8Array; readonly field: string };
  /** The request field of the description. */
  readonly field: string;
};

/**
 * Where the person is placed: in a white `studio`, in a `setting` that suits the clothes, in that of the `reference` picture,
 * which is `kept` without one, or `kept` as it is on the selfie.
 */
export type Scene = 'studio' | 'setting' | 'reference' | 'kept';

/** An order to a provider. Pictures are of the formats and dimensions that the API accepts. */
export type TryOnOrder = {
  readonly selfie: Uint8Array;
  /** At least one, all to be worn together. */
  readonly garments: readonly OrderedGarment[];
  readonly scene: Scene;
  /** Seed of 32 bits; a provider without randomness to choose ignores it. */
  readonly seed?: number | undefined;
};

/** The port for virtual try-on. Errors in the request are ServiceErrors of status 4xx; anything else is an internal error. */
export type TryOnOperations = {
  /** Makes one picture: of several variants each is an order of its own. */
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
export type TryOnProviders = Providers<TryOnOperations>;
