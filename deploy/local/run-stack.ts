import { once } from 'node:events';
import { type StackOptions, startStack } from './stack.ts';
import type { ShutdownSignals } from './stop-signals.ts';
import { welcome } from './welcome.ts';

/**
 * Runs the local stack: starts it, prints the addresses, waits for a shutdown signal or a failure, stops it.
 * @param options.complain called with one line about a failure
 * @returns the exit code: 0 after a clean stop, also one during the start; 1 otherwise
 */
export async function runStack(
  options: Omit<StackOptions, 'signal' | 'force'> & { complain: (line: string) => void },
  { stop, force }: ShutdownSignals,
): Promise<number> {
  const { show, complain } = options;
  stop.addEventListener('abort', () => show('stopping … (Ctrl-C again to force)'));
  const started = await startStack({ ...options, signal: stop, force }).catch((error: Error) => error);
  if (started instanceof Error) {
    if (started !== stop.reason) complain(started.message);
    return started === stop.reason && !force.aborted ? 0 : 1;
  }
  show(welcome(started));
  const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  const failure = await Promise.race([stopped.then(() => undefined), started.failure]);
  if (failure) complain(failure.message);
  await started.stop();
  if (!failure) show('stopped');
  return failure || force.aborted ? 1 : 0;
}
