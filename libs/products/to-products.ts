import type { Product } from '@styling/contracts';
import { isPrivateHost } from '@styling/fetching';
import { plainText } from '@styling/providers';
import { z } from 'zod';

/** A search result as the provider sends it: any field may be missing or have another type. */
export type Listing = Readonly<Partial<Record<'title' | 'thumbnail' | 'price' | 'store' | 'snippet', unknown>>> & {
  /** Addresses of the offer, the best first. */
  readonly urls: readonly unknown[];
};

/** Schema of a list of search results that may be missing; drops the results that are not objects of this shape. */
export const listings = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const listing = z.object(shape).partial().optional().catch(undefined);
  return z
    .array(listing)
    .default([])
    .transform((results) => results.filter((result) => result !== undefined));
};

const MOST = 5;
const LONGEST = { title: 200, price: 40, store: 80, snippet: 300, url: 2_048 } as const;

/** The first five different results with title and public address, as bounded plain text; no address holds a secret. */
export function toProducts(listings: readonly Listing[], secrets: readonly string[] = []): Product[] {
  const webAddress = (value: unknown) => harmlessAddress(value, secrets);
  const products = listings
    .map(({ title, urls, thumbnail, price, store, snippet }) => ({
      title: plainText(title, LONGEST.title),
      url: urls.map(webAddress).find((address) => address !== '') ?? '',
      thumbnail: webAddress(thumbnail),
      price: plainText(typeof price === 'number' ? String(price) : price, LONGEST.price),
      store: plainText(store, LONGEST.store),
      snippet: plainText(snippet, LONGEST.snippet),
    }))
    .filter(({ title, url }) => title && url);
  const addresses = products.map(({ url }) => url);
  return products.filter(({ url }, index) => addresses.indexOf(url) === index).slice(0, MOST);
}

/** An http(s) address of a public host without credentials, else empty. Names are not resolved. */
function harmlessAddress(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string' || value.length > LONGEST.url || !URL.canParse(value)) return '';
  const { protocol, username, password, href } = new URL(value);
  const isOurs = secrets.some((secret) => decoded(href).includes(secret) || href.includes(secret));
  const isWeb = /^https?:$/.test(protocol) && !username && !password && href.length <= LONGEST.url;
  return isWeb && !isOurs && !isPrivateHost(href) ? href : '';
}

/** With the escapes if they are not well-formed. */
function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
