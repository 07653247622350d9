import { call, type Input, type OperationId, type Output, type Settings } from './transport.ts';

/** How a list is read. */
export type ListOptions = {
  readonly signal?: AbortSignal;
  /** Items that are read at a time, 1 to 100; default 50. */
  readonly pageSize?: number;
};

/** An endpoint whose response is a page of a list. */
type ListId = { [Id in OperationId]: Output<Id> extends { next_cursor?: string } ? Id : never }[OperationId];

const PAGE_SIZE = 50;

/**
 * The items of a list, page by page: the next page is read once the items before it are used up.
 *
 * @param input of every page, besides its size and cursor
 */
export async function* itemsOf<Id extends ListId, Item>(
  settings: Settings,
  id: Id,
  itemsIn: (page: Output<Id>) => readonly Item[],
  { signal, pageSize = PAGE_SIZE }: ListOptions = {},
  input: { readonly path?: object; readonly query?: object | undefined } = {},
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }), ...input.query };
    const page = (await call(settings, id, { ...input, query } as unknown as Input<Id>, { signal })).body as Output<Id>;
    yield* itemsIn(page);
    cursor = (page as { next_cursor?: string }).next_cursor;
  } while (cursor !== undefined);
}
