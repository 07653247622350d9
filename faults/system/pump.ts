import type { Socket } from 'node:net';

/** One direction of a link. */
export type Pump = {
  hold(): void;
  release(): void;
  /** Calls `done` once everything received has been passed on. */
  afterAll(done: () => void): void;
};

/** Bytes that may wait in a link before it stops reading, as a socket's buffer would. */
const MOST_WAITING = 1_048_576;

/**
 * Passes the bytes of `from` on to `to`, in order, each chunk `delay()` ms after it was received.
 *
 * @param take called with every chunk first; true when it has handled it
 */
export function pump(
  from: Socket,
  to: Socket,
  delay: () => number,
  take: (chunk: Buffer) => boolean = () => false,
): Pump {
  const queue: { readonly due: number; readonly chunk: Buffer }[] = [];
  let waiting = 0;
  let held = false;
  let timer: NodeJS.Timeout | undefined;
  let whenEmpty: (() => void) | undefined;

  const run = () => {
    timer = undefined;
    while (!held && queue[0] && queue[0].due <= performance.now()) {
      const { chunk } = queue.shift() as (typeof queue)[number];
      waiting -= chunk.length;
      if (to.writable) to.write(chunk);
    }
    if (waiting < MOST_WAITING) from.resume();
    if (queue.length === 0) whenEmpty?.();
    if (!held && queue[0] && !to.destroyed) timer = setTimeout(run, Math.max(0, queue[0].due - performance.now()));
  };
  const soon = () => {
    if (timer === undefined) run();
  };
  from.on('data', (chunk) => {
    if (take(chunk)) return;
    queue.push({ due: performance.now() + delay(), chunk });
    waiting += chunk.length;
    if (waiting >= MOST_WAITING) from.pause();
    soon();
  });
  return {
    hold() {
      held = true;
    },
    release() {
      held = false;
      soon();
    },
    afterAll(done) {
      whenEmpty = done;
      soon();
    },
  };
}
