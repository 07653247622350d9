import type { Providers, Work } from '@styling/capability';
import type { IdentifiedItem } from '@styling/contracts';
import type { SourcePicture } from '@styling/providers';

export type SeenItem = Omit<IdentifiedItem, 'products'> & { readonly search_query: string };

/** Port for clothing analysis. Errors in the picture are ServiceErrors of status 4xx that name its field. */
export type AnalysisOperations = {
  analyse(picture: SourcePicture, work: Work): Promise<readonly SeenItem[]>;
};
export type AnalysisProviders = Providers<AnalysisOperations>;
