import { createProductTable } from '@styling/products';
import type { Kysely } from 'kysely';

/** Product searches that are kept for a while. */
export const up = (db: Kysely<unknown>): Promise<void> => createProductTable(db);
