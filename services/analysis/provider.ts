import type { Providers, Work } from '@styling/capability';
import type { IdentifiedItem } from '@styling/contracts';

export type SeenItem = Omit<IdentifiedItem, 'products'> & { readonly search_query: string };

/** Errors name `field`, the request field the picture came from. */
export type OutfitPicture = { readonly bytes: Uint8Array; readonly field: string };

/** Port for clothing analysis. Errors in the picture are ServiceErrors of status 4xx that name its field. */
export type AnalysisOperations = {
  analyse(picture: OutfitPicture, work: Work): Promise<readonly SeenItem[]>;
};
export type AnalysisProviders = Providers<AnalysisOperations>;
