import { backoff, cancellationOf } from '@styling/service';
import type { ModelWork, Pausing } from './models.ts';
import { VendorError } from './vendor-error.ts';

export type Seen<End> =
  /** `fraction`: 0 to 1. */
  | { readonly is: 'running'; readonly fraction?: number }
  | { readonly is: 'ended'; readonly end: End }
  /** The vendor could not be asked; it may want a pause, in ms. */
  | { readonly is: 'unclear'; readonly afterMs?: number | undefined }
  /** The vendor does not know it, or refuses to tell: `error` if that lasts. */
  | { readonly is: 'missing'; readonly error: VendorError };

export type Running<End> = {
  /** Seen already, in place of a first look. */
  readonly seen?: Seen<End>;
  look(): Promise<Seen<End>>;
  /** Ends it, and looks once more, as it may have ended just before. Never throws. */
  cancel(): Promise<Seen<End>>;
  /** Misses in a row after which it is given up. */
  readonly mostMissing: number;
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

const LOOK = { baseMs: 600, growth: 1.25, limitMs: 2_500 };
const FAULT = { baseMs: 500, limitMs: 5_000 };

/**
 * Waits until work has ended at its vendor. It is cancelled at the deadline, with its request and when given up; on a
 * shutdown it runs on for the next worker.
 * @throws VendorError `deadline`, or that of what is missing; the reason of an aborted signal
 */
export async function awaitEnd<End>(
  { clock, sleep, random }: Pausing,
  { deadline, signal }: Pick<ModelWork, 'deadline' | 'signal'>,
  { seen: first, look, cancel, mostMissing, onProgress }: Running<End>,
): Promise<End> {
  let missing = 0;
  let faults = 0;
  for (let looks = 0; ; looks++) {
    const seen = (looks === 0 && first) || (await look());
    if (seen.is === 'ended') return seen.end;
    if (seen.is === 'running' && seen.fraction !== undefined) onProgress?.(seen.fraction);
    missing = seen.is === 'missing' ? missing + 1 : 0;
    faults = seen.is === 'running' ? 0 : faults + 1;
    if (seen.is === 'missing' && missing >= mostMissing) {
      await cancel();
      throw seen.error;
    }
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0 && !signal.aborted) {
      const last = await cancel();
      if (last.is === 'ended') return last.end;
      throw new VendorError('deadline', 'not finished in time');
    }
    const pauseMs = pauseAfter(seen, faults === 0 ? looks : faults - 1, random());
    await sleep(Math.min(left, pauseMs), signal);
    if (cancellationOf(signal)) await cancel();
    signal.throwIfAborted();
  }
}

function pauseAfter(seen: Seen<unknown>, times: number, random: number): number {
  if (seen.is === 'running') return Math.min(LOOK.limitMs, LOOK.baseMs * LOOK.growth ** Math.min(times, 20));
  const asked = seen.is === 'unclear' ? seen.afterMs : undefined;
  const pause = asked ?? backoff(times, FAULT.baseMs, FAULT.limitMs, random);
  return Math.min(FAULT.limitMs, Math.max(FAULT.baseMs, pause));
}
