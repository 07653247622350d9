import type { IdentifiedItem } from '@styling/contracts';

/** An item as it is seen in a picture; where it can be bought is looked up elsewhere. */
export type SeenItem = Omit<IdentifiedItem, 'products'>;

/** The port to whatever names clothes. Faults of the picture are ServiceErrors of status 4xx that name `field`. */
export type AnalysisProvider = {
  readonly name: string;
  /** Pictures it works on at once. */
  readonly concurrency: number;
  analyse(image: Uint8Array, field: string, signal: AbortSignal): Promise<readonly SeenItem[]>;
  close(): Promise<void>;
};
