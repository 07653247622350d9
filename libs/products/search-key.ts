import { createHash } from 'node:crypto';

/** Longest query that is sent, in characters. */
const LONGEST = 120;

/** A query as it is sent and kept: those that differ in case, spacing or the spelling of characters are one. */
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

/** What the results of a normalised query are kept under; other providers would have others. */
export const searchKey = (query: string, providers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([providers, query]))
    .digest('hex');
