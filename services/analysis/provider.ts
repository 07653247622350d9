import type { Work } from '@styling/capability';
import type { IdentifiedItem } from '@styling/contracts';

/** An item as it is seen in a picture, and what to look for where such things are sold. */
export type SeenItem = Omit<IdentifiedItem, 'products'> & { readonly search_query: string };

/** A picture to name the clothes of; `field` of the request that named it is named in errors. */
export type OutfitPicture = { readonly bytes: Uint8Array; readonly field: string };

/** The port to whatever names clothes. Faults of the picture are ServiceErrors of status 4xx that name its field. */
export type AnalysisProvider = {
  readonly name: string;
  /** Pictures it works on at once. */
  readonly concurrency: number;
  /** Whether it writes below `work.checkpointPrefix`. */
  readonly savesCheckpoints: boolean;
  analyse(picture: OutfitPicture, work: Work): Promise<readonly SeenItem[]>;
  close(): Promise<void>;
};
