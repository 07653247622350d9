/** An object whose first member is a list that is read and sent page by page, so that a page is in memory and not the list. */
export class PagedList {
  readonly #name: string;
  readonly #pages: AsyncIterable<readonly object[]>;
  readonly #others: object;

  /** @param pages records of the list; the first page at once, as it can still become an error response */
  constructor(name: string, pages: AsyncIterable<readonly object[]>, others: object = {}) {
    this.#name = name;
    this.#pages = pages;
    this.#others = others;
  }

  /** The JSON up to the end of the list, in parts. */
  async *parts(): AsyncGenerator<string> {
    let before = `{"${this.#name}":[`;
    for await (const records of this.#pages) {
      if (records.length === 0) continue;
      yield before + JSON.stringify(records).slice(1, -1);
      before = ',';
    }
    if (before !== ',') yield before;
  }

  /** The JSON after the parts; without it no reader takes them for a whole document. */
  get end(): string {
    const others = JSON.stringify(this.#others).slice(1);
    return others === '}' ? ']}' : `],${others}`;
  }
}
