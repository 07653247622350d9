/** `stop` is aborted by the first request to shut down: stop in order; `force` by a later one: stop at once. */
export type ShutdownSignals = { readonly stop: AbortSignal; readonly force: AbortSignal };

/**
 * One Ctrl-C can arrive twice: from the terminal, which sends it to the whole foreground group, and from npm, which is
 * in that group and forwards it.
 */
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP (the terminal was closed).
 * @param source emits the signals, normally `process`
 * @param now a clock in milliseconds
 */
export function shutdownSignals(source: Pick<NodeJS.EventEmitter, 'on'>, now: () => number): ShutdownSignals {
  const stop = new AbortController();
  const force = new AbortController();
  let firstAt: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = now();
      stop.abort(new Error(`stopped by ${signal}`));
    } else if (now() - firstAt > SAME_KEYSTROKE_MS) {
      force.abort(new Error(`stopped at once by ${signal}`));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, () => receive(signal));
  return { stop: stop.signal, force: force.signal };
}
