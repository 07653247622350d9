/** Two wishes of the user, as signals to whoever can fulfil them. */
export type StopWishes = {
  /** aborted by the first signal: stop in order */
  readonly stop: AbortSignal;
  /** aborted by a later one: stop at once */
  readonly force: AbortSignal;
};

/**
 * One Ctrl-C can arrive twice: from the terminal, which sends it to the whole foreground group, and from npm, which is
 * in that group and passes it on.
 */
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP (the terminal was closed).
 * @param source emits the signals, normally `process`
 * @param now a clock in milliseconds
 */
export function stopWishes(source: Pick<NodeJS.EventEmitter, 'on'>, now: () => number): StopWishes {
  const stop = new AbortController();
  const force = new AbortController();
  let firstAt: number | undefined;
  const heard = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = now();
      stop.abort(new Error(`stopped by ${signal}`));
    } else if (now() - firstAt > SAME_KEYSTROKE_MS) {
      force.abort(new Error(`stopped at once by ${signal}`));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, () => heard(signal));
  return { stop: stop.signal, force: force.signal };
}
