import { crc32 } from 'node:zlib';
import { type ProviderName, providerNames } from './declared.ts';

/** One entry of STYLING_PROVIDER. */
export type Route = {
  readonly name: ProviderName;
  /** Its share of the requests, among the entries that have one; without, it is a fallback. */
  readonly weight?: number;
};

/** What STYLING_PROVIDER has to look like, for the line that refuses it. */
export const ROUTES_FORM = `must be a list of ${providerNames.join(', ')}, each at most once and with or without a weight, such as ${providerNames[0]}:3`;

const ENTRY = /^([a-z][a-z0-9-]*)(?::([1-9]\d{0,3}))?$/;

/** Reads STYLING_PROVIDER, e.g. `openai-images:3,replicate,ondevice`; undefined if it is not of that form. */
export function routesFrom(text: string): readonly Route[] | undefined {
  const routes = text.split(',').map((entry): Route | undefined => {
    const [, named, weight] = ENTRY.exec(entry.trim()) ?? [];
    const name = providerNames.find((known) => known === named);
    return name && { name, ...(weight !== undefined && { weight: Number(weight) }) };
  });
  const found = routes.flatMap((route) => route ?? []);
  const isDistinct = new Set(found.map(({ name }) => name)).size === routes.length;
  return isDistinct ? found : undefined;
}

/**
 * The routes of one request, in the order in which they are asked. Those with a weight share the requests in proportion, by the
 * key: the same key has the same order, in every process. The others follow as listed. Without weights the first has all.
 *
 * @param key e.g. the id of the request
 */
export function orderOf<Entry extends Pick<Route, 'weight'>>(routes: readonly Entry[], key: string): Entry[] {
  const total = routes.reduce((sum, { weight = 0 }) => sum + weight, 0);
  if (total === 0) return [...routes];
  let left = crc32(key) % total;
  const first = routes.find(({ weight = 0 }) => {
    left -= weight;
    return left < 0;
  });
  return [...routes.filter((route) => route === first), ...routes.filter((route) => route !== first)];
}
