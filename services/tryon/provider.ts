import type { Picture, Provider, Providers, Work } from '@styling/capability';
import type { GarmentCategory } from '@styling/contracts';
import type { SourcePicture } from '@styling/providers';

export type OrderedGarment = {
  /** May be empty if there is a picture. */
  readonly description: string;
  readonly category: GarmentCategory;
  /** The garment on its own or worn. */
  readonly reference?: SourcePicture;
  readonly field: string;
};

/**
 * A white `studio`, a `setting` that suits the clothes, that of the `reference` picture (`kept` without one), or `kept`
 * as on the selfie.
 */
export type Scene = 'studio' | 'setting' | 'reference' | 'kept';

/** Pictures are of the formats and dimensions that the API accepts. */
export type TryOnOrder = {
  readonly selfie: Uint8Array;
  /** At least one, all to be worn together. */
  readonly garments: readonly OrderedGarment[];
  readonly scene: Scene;
  /** 32 bits; a provider without randomness ignores it. */
  readonly seed?: number | undefined;
};

/** Port for virtual try-on. Errors in the request are ServiceErrors of status 4xx; all others are internal errors. */
export type TryOnOperations = {
  tryOn(order: TryOnOrder, work: Work): Promise<Picture>;
  /** False if the operator turned judging off. @throws ServiceError as `tryOn`, of the field `selfie_base64` */
  checkSelfie(selfie: Uint8Array, signal: AbortSignal): Promise<boolean>;
};
export type TryOnProvider = Provider & TryOnOperations;
export type TryOnProviders = Providers<TryOnOperations>;
