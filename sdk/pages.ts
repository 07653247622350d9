/** How a list is read. */
export type ListOptions = {
  readonly signal?: AbortSignal;
  /** Items that are read at a time, 1 to 100; default 50. */
  readonly pageSize?: number;
};

const PAGE_SIZE = 50;

/** The query of a page of a list. */
export const pageQuery = ({ pageSize = PAGE_SIZE }: ListOptions, cursor: string | undefined) => ({
  limit: pageSize,
  ...(cursor !== undefined && { cursor }),
});

/** A page of a list. */
type Page = { readonly next_cursor?: string };

/**
 * The items of a list, page by page: the next page is read once the items before it are used up.
 *
 * @param read reads the page that begins at a cursor, the first one without
 */
export async function* itemsOf<P extends Page, Item>(
  read: (cursor: string | undefined) => Promise<P>,
  itemsIn: (page: P) => readonly Item[],
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* itemsIn(page);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
