/** A search API did not answer as it should. The message is our own: it holds no address, key or text of the vendor. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  /** The HTTP status, or a word for what happened: `timeout`, `unreadable`, a code of the system. */
  readonly code: string;

  constructor(code: string) {
    super(`no usable answer (${code})`);
    this.code = code;
  }
}
