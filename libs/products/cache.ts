import { type Product, product } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';

/** Cached searches: `key` is a digest, so that no query is stored; `products` is the JSON of a list. */
export type ProductTables = {
  product_search: { key: string; products: unknown; stored_at: Date; expires_at: Date };
};

/** Makes the table of searches; for a migration of the service that owns it. */
export async function createProductTable<DB>(db: Kysely<DB>): Promise<void> {
  await db.schema
    .createTable('product_search')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('products', 'jsonb', (column) => column.notNull())
    .addColumn('stored_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('product_search_expiry').on('product_search').column('expires_at').execute();
}

/** How long results are kept, in ms; that there were none is asked again sooner. */
const KEPT_MS = 24 * 3_600_000;
const NONE_KEPT_MS = 3_600_000;

const products = z.array(product);

/** The results that are kept under `key` at `now`; null when there are none, or none that can be read. */
export async function cachedProducts(db: Kysely<ProductTables>, key: string, now: Date): Promise<Product[] | null> {
  const row = await db
    .selectFrom('product_search')
    .select('products')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return products.safeParse(row?.products).data ?? null;
}

/** Keeps the results of a search in place of those that were kept before. */
export async function cacheProducts(
  db: Kysely<ProductTables>,
  key: string,
  found: readonly Product[],
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + (found.length > 0 ? KEPT_MS : NONE_KEPT_MS));
  const row = { products: JSON.stringify(found), stored_at: now, expires_at };
  await db
    .insertInto('product_search')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Deletes expired searches; several processes may do so at the same time. */
export async function deleteExpiredProducts(db: Kysely<ProductTables>, now: Date): Promise<void> {
  await sql`
    delete from product_search where key in (
      select key from product_search where expires_at <= ${now} for update skip locked
    )`.execute(db);
}
