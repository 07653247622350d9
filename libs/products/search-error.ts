/** A search API failed. The message is our own, without URL, key or text of the vendor. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  /** The HTTP status, or a word for what happened: `timeout`, `unreadable`, a code of the system. */
  readonly code: string;

  constructor(code: string) {
    super(`no usable answer (${code})`);
    this.code = code;
  }
}
