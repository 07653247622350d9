import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

/** What `look` finds, once it finds something. @throws Error that names `what` when it takes longer than `withinMs` */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  withinMs = 15_000,
): Promise<Found> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`no ${what} within ${withinMs / 1000} s`);
    await sleep(EVERY_MS);
  }
}
