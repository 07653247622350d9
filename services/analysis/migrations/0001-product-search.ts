import { createProductTable } from '@styling/products';
import type { Kysely } from 'kysely';

/** The cache of product searches. */
export const up = (db: Kysely<unknown>): Promise<void> => createProductTable(db);
