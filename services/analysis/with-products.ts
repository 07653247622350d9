import type { IdentifiedItem } from '@styling/contracts';
import type { ProductSearch } from '@styling/products';
import type { SeenItem } from './provider.ts';

/** Adds to each item where such things are sold, all looked for at once and no longer than `signal` allows. */
export const withProducts = (
  items: readonly SeenItem[],
  search: ProductSearch,
  signal: AbortSignal,
): Promise<IdentifiedItem[]> =>
  Promise.all(
    items.map(async ({ search_query, ...item }) => ({ ...item, products: [...(await search(search_query, signal))] })),
  );
