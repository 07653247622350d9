import type { Kysely } from 'kysely';

/** A cached search. */
export type ProductSearchTable = {
  /** Digest of query and providers: the query itself is not stored. */
  key: string;
  /** JSON of a list of products. */
  products: unknown;
  stored_at: Date;
  expires_at: Date;
};

export type ProductTables = { product_search: ProductSearchTable };

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
