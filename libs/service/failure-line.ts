/** What a command that failed says on standard error, in one line: who, what, and the cause where there is one. */
export function failureLine(command: string, error: unknown): string {
  if (!(error instanceof Error)) return `${command}: ${error}`;
  return `${command}: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`;
}
