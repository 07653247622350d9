import { type Product, product } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';

/** Cached searches: `key` is a digest, so that no query is stored; `products` is the JSON of a list. */
export type ProductTables = {
  product_search: { key: string; products: unknown; stored_at: Date; expires_at: Date };
};

/** Makes the table of searches; for a migration of the service that owns it. */
export async function createProductTable<DB>(db: Kysely<DB>): Promise<void> {
  await sql`
    create table product_search (
      key text primary key, products jsonb not null, stored_at timestamptz not null, expires_at timestamptz not null
    )`.execute(db);
  await sql`create index product_search_expiry on product_search (expires_at)`.execute(db);
}

/** How long results are kept, in ms; that there were none is asked again sooner. */
const KEPT_MS = 24 * 3_600_000;
const NONE_KEPT_MS = 3_600_000;

const products = z.array(product);

/** The results that are kept under `key` at `now`; null when there are none, or none that can be read. */
export async function cachedProducts(db: Kysely<ProductTables>, key: string, now: Date): Promise<Product[] | null> {
  const { rows } = await sql<{ products: unknown }>`
    select products from product_search where key = ${key} and expires_at > ${now}`.execute(db);
  return products.safeParse(rows[0]?.products).data ?? null;
}

/** Keeps the results of a search in place of those that were kept before. */
export async function cacheProducts(
  db: Kysely<ProductTables>,
  key: string,
  found: readonly Product[],
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + (found.length > 0 ? KEPT_MS : NONE_KEPT_MS));
  await sql`
    insert into product_search (key, products, stored_at, expires_at)
    values (${key}, ${JSON.stringify(found)}, ${now}, ${expires_at})
    on conflict (key) do update set (products, stored_at, expires_at) =
      (excluded.products, excluded.stored_at, excluded.expires_at)`.execute(db);
}

/** Deletes expired searches; several processes may do so at the same time. */
export async function deleteExpiredProducts(db: Kysely<ProductTables>, now: Date): Promise<void> {
  await sql`
    delete from product_search where key in (
      select key from product_search where expires_at <= ${now} for update skip locked
    )`.execute(db);
}
