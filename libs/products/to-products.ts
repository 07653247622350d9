import type { Product } from '@styling/contracts';
import { plainText } from './plain-text.ts';

/** A search result as the provider sends it: any field may be missing or have another type. */
export type Listing = {
  readonly title?: unknown;
  /** Addresses of the offer, the best first. */
  readonly urls: readonly unknown[];
  readonly thumbnail?: unknown;
  readonly price?: unknown;
  readonly store?: unknown;
  readonly snippet?: unknown;
};

/** Products kept of one search. */
const MOST = 5;
const LONGEST = { title: 200, price: 40, store: 80, snippet: 300, url: 2_048 } as const;

/**
 * What a client gets of a search's results: the first five that have a title and a web address, as plain text of bounded
 * length. A thumbnail that is no web address is left empty.
 */
export function toProducts(listings: readonly Listing[]): Product[] {
  const products: Product[] = [];
  for (const { title, urls, thumbnail, price, store, snippet } of listings) {
    if (products.length === MOST) break;
    const url = urls.map(webAddress).find((address) => address !== undefined);
    const product = {
      title: plainText(title, LONGEST.title),
      url: url ?? '',
      thumbnail: webAddress(thumbnail) ?? '',
      price: plainText(price, LONGEST.price),
      store: plainText(store, LONGEST.store),
      snippet: plainText(snippet, LONGEST.snippet),
    };
    if (product.title && product.url) products.push(product);
  }
  return products;
}

/** `value` where it is an http(s) address without credentials, else undefined. */
function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST.url || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && href.length <= LONGEST.url ? href : undefined;
}
