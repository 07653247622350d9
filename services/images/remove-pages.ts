import type { ObjectStore } from '@styling/objectstore';

/** Rows removed at a time: as many objects as the store deletes in one call. */
export const PAGE = 1_000;

/** What is to be removed, page by page. */
export type Removable<Row> = {
  /** At most {@link PAGE} rows behind `last`. */
  readonly pageAfter: (last?: Row) => Promise<Row[]>;
  readonly objectOf: (row: Row) => string;
  /** Publishes that these, whose objects are gone, are deleted. */
  readonly publishDeleted: (gone: readonly Row[]) => Promise<void>;
};

/**
 * Objects first: an event of a deletion promises that the object is gone. Safe to repeat. Pages follow each other by key,
 * since rows disappear later, when their event is projected.
 *
 * @param goesOn asked after each page
 * @returns how many were removed
 * @throws Error when the store refused to delete some; all others are then removed
 */
export async function removePages<Row>(
  store: ObjectStore,
  { pageAfter, objectOf, publishDeleted }: Removable<Row>,
  goesOn = () => true,
): Promise<number> {
  let removed = 0;
  let kept = 0;
  let page = await pageAfter();
  for (;;) {
    const refused = new Set(await store.deleteMany(page.map(objectOf)));
    const gone = page.filter((row) => !refused.has(objectOf(row)));
    await publishDeleted(gone);
    removed += gone.length;
    kept += refused.size;
    if (page.length < PAGE || !goesOn()) break;
    page = await pageAfter(page.at(-1));
  }
  if (kept > 0) throw new Error(`${kept} pictures could not be deleted`);
  return removed;
}
