/**
 * Thrown by an event handler when trying again cannot help: the event goes to the dead letters at once. `name` (not the
 * message) is what the dead letter says of it.
 */
export class PermanentError extends Error {
  override readonly name: string = 'PermanentError';
}
