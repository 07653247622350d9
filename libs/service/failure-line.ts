/** One line for standard error about a failed command: its name, the message, and the cause's message if there is one. */
export function failureLine(command: string, error: unknown): string {
  if (!(error instanceof Error)) return `${command}: ${error}`;
  return `${command}: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`;
}
