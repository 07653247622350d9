import { waitUntil } from '@styling/local-servers';

/** Polls `look` until it finds something, and returns that. @throws Error that names `what` after `withinMs` */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  withinMs = 15_000,
): Promise<Found> {
  let found: Found | undefined | false;
  const isFound = async () => {
    found = await look();
    return Boolean(found);
  };
  if ((await waitUntil(isFound, { timeoutMs: withinMs })) && found) return found;
  throw new Error(`no ${what} within ${withinMs / 1000} s`);
}
