import type { IdentifiedItem } from '@styling/contracts';
import type { ProductSearch } from '@styling/products';
import type { SeenItem } from './provider.ts';

/** Adds matching products to each item; searches for all items concurrently until `signal` is aborted. */
export const withProducts = (
  items: readonly SeenItem[],
  search: ProductSearch,
  signal: AbortSignal,
): Promise<IdentifiedItem[]> =>
  Promise.all(
    items.map(async ({ search_query, ...item }) => ({ ...item, products: [...(await search(search_query, signal))] })),
  );
