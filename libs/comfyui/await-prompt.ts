import { VendorError } from '@styling/model-api';
import { cancellationOf } from '@styling/service';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { findPrompt } from './find-prompt.ts';
import type { Ended } from './read-history.ts';
import { takeBack } from './take-back.ts';

const LOOK_MS = 1_000;
/** A prompt that was sent is validated first, and one that ends is in neither place for a moment. */
const UNSEEN_MS = 5_000;

/**
 * Waits until a prompt has ended. It is taken back at the deadline and when its request is cancelled; one that ends just before is
 * used nevertheless.
 *
 * @param prompt `node` is the one whose first picture is the result; `woken` resolves when there may be news
 * @throws VendorError `deadline`; `unavailable` if the server does not know the prompt any more
 * @throws the reason of `signal` when that is aborted
 */
export async function awaitPrompt(
  deps: ComfyDependencies,
  { id, node, woken }: { readonly id: string; readonly node: string; readonly woken: () => Promise<void> },
  { deadline, signal }: Bounds,
): Promise<Ended> {
  const { clock, sleep } = deps;
  let unseenSince: number | undefined;
  for (;;) {
    // Before the look: what ends during it wakes, too.
    const news = woken();
    const seen = await findPrompt(deps, id, node, signal);
    if (typeof seen === 'object') return seen;
    const now = clock().getTime();
    const left = deadline.getTime() - now;
    if (cancellationOf(signal) || (left <= 0 && !signal.aborted)) {
      await takeBack(deps, id);
      signal.throwIfAborted();
      const last = await findPrompt(deps, id, node);
      if (typeof last === 'object' && !(last.result instanceof VendorError)) return last;
      throw new VendorError('deadline', 'not finished in time');
    }
    signal.throwIfAborted();
    unseenSince = seen === 'unseen' ? (unseenSince ?? now) : undefined;
    if (unseenSince !== undefined && now - unseenSince >= UNSEEN_MS) {
      throw new VendorError('unavailable', 'the server does not know the prompt any more');
    }
    const waiting = new AbortController();
    await Promise.race([sleep(Math.min(LOOK_MS, left), AbortSignal.any([signal, waiting.signal])), news]);
    waiting.abort();
  }
}
