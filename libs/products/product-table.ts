import type { Kysely } from 'kysely';

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
