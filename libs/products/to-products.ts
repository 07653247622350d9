import type { Product } from '@styling/contracts';
import { z } from 'zod';
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

/** Schema of a list of search results that may be missing; drops the results that are not objects of this shape. */
export const listings = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const listing = z.object(shape).partial().optional().catch(undefined);
  return z
    .array(listing)
    .default([])
    .transform((results) => results.filter((result) => result !== undefined));
};

/** Products kept of one search. */
const MOST = 5;
const LONGEST = { title: 200, price: 40, store: 80, snippet: 300, url: 2_048 } as const;

/**
 * What a client gets of a search's results: the first five that have a title and a web address, as plain text of bounded
 * length. A thumbnail that is no web address is left empty.
 */
export function toProducts(listings: readonly Listing[]): Product[] {
  return listings
    .map(({ title, urls, thumbnail, price, store, snippet }) => ({
      title: plainText(title, LONGEST.title),
      url: urls.map(webAddress).find((address) => address !== '') ?? '',
      thumbnail: webAddress(thumbnail),
      price: plainText(price, LONGEST.price),
      store: plainText(store, LONGEST.store),
      snippet: plainText(snippet, LONGEST.snippet),
    }))
    .filter(({ title, url }) => title && url)
    .slice(0, MOST);
}

/** `value` if it is an http(s) address without credentials, else an empty string. */
function webAddress(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST.url || !URL.canParse(value)) return '';
  const { protocol, username, password, href } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && href.length <= LONGEST.url ? href : '';
}
