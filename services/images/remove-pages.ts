import type { ObjectStore } from '@styling/objectstore';

/** Objects that the store deletes in one call. */
const PAGE = 1_000;

/** What is to be removed, page by page. */
export type Removable<Row> = {
  /** At most `limit` rows behind `last`. */
  readonly pageAfter: (limit: number, last?: Row) => Promise<Row[]>;
  readonly objectOf: (row: Row) => string;
  /** Publishes that these, whose objects are gone, are deleted. */
  readonly publishDeleted: (gone: readonly Row[]) => Promise<void>;
};

/**
 * Objects first: an event of a deletion promises that the object is gone. Safe to repeat. Pages follow each other by key,
 * since rows disappear later, when their event is projected.
 *
 * @param removal.pageSize rows removed at a time; default 1,000
 * @param goesOn asked after each page
 * @returns how many were removed
 * @throws Error when the store refused to delete some; all others are then removed
 */
export async function removePages<Row>(
  { store, pageSize = PAGE }: { readonly store: ObjectStore; readonly pageSize?: number },
  { pageAfter, objectOf, publishDeleted }: Removable<Row>,
  goesOn = () => true,
): Promise<number> {
  let removed = 0;
  let kept = 0;
  let page = await pageAfter(pageSize);
  for (;;) {
    const refused = new Set(await store.deleteMany(page.map(objectOf)));
    const gone = page.filter((row) => !refused.has(objectOf(row)));
    await publishDeleted(gone);
    removed += gone.length;
    kept += refused.size;
    if (page.length < pageSize || !goesOn()) break;
    page = await pageAfter(pageSize, page.at(-1));
  }
  if (kept > 0) throw new Error(`${kept} pictures could not be deleted`);
  return removed;
}
