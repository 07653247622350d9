/** A line of a service's output, as far as it matters on a terminal. */
export type LogLine = {
  /** pino's numbers: 30 info, 40 warning, 50 error, 60 fatal; undefined for a line that is not a log record */
  readonly level: number | undefined;
  readonly message: string;
};

/** Reads a line of output: a JSON log record as pino writes it, or anything else. */
export function parseLogLine(line: string): LogLine {
  const { level, msg, err } = parseRecord(line);
  const message = [...new Set([msg, err?.message])].filter(Boolean).join(': ');
  return { level, message: message || line };
}

/** Whether the terminal shows it: warnings, errors, and what is no log record at all (a crash, a runtime's warning). */
export function isWorthShowing({ level, message }: LogLine): boolean {
  return message.trim() !== '' && (level === undefined || level >= 40);
}

/**
 * The line of an ended process's output that best explains why it ended: the last that names an error, else the last
 * warning or worse, else the last of all. Stack frames and Node's closing line are skipped.
 */
export function lastError(output: string): string {
  const lines = output.split('\n').filter((line) => !/^\s*$|^\s+at |^Node\.js v\d|^[{}\s]*$/.test(line));
  const parsed = lines.map(parseLogLine);
  const named = parsed.findLast(({ level, message }) => level === undefined && /^(Uncaught )?\w*Error\b/.test(message));
  return (named ?? parsed.findLast(isWorthShowing) ?? parsed.at(-1))?.message.trim() ?? 'no output';
}

function parseRecord(line: string): { level?: number; msg?: string; err?: { message?: string } } {
  try {
    return line.startsWith('{') ? JSON.parse(line) : {};
  } catch {
    return {};
  }
}
