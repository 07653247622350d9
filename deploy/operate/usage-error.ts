/** A command line that cannot be followed; the message says how it should look. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
