import { createHash } from 'node:crypto';

/** Maximum length of a query, in characters. */
const LONGEST = 120;

/** A query as it is sent and cached, without differences of case, spacing and Unicode form. */
export const normaliseQuery = (query: string): string =>
  query
    .slice(0, 1_000)
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, LONGEST)
    .toWellFormed()
    .trim();

/** Cache key of a normalised query with these providers. */
export const searchKey = (query: string, providers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([providers, query]))
    .digest('hex');
