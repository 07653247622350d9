import { crc32 } from 'node:zlib';
import type { Route } from './routes.ts';

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
