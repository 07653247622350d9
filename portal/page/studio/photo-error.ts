/** A file that is no photograph to work with. Its message is for the reader. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}
