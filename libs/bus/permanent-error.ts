/**
 * Thrown by an event handler when a retry cannot help: the event is dead-lettered at once, with `name` (not the
 * message) as the reason.
 */
export class PermanentError extends Error {
  override readonly name: string = 'PermanentError';
}
