/** More threads than this do not make a service faster: its neighbours need the cores too. */
const mostThreads = 2;
/** What a thread holds at work on 1024 pixels, and a process besides its threads, in bytes; see `npm run engine-memory`. */
const perThread = 420e6;
const besides = 180e6;

/** How many threads a machine of so many cores and bytes bears: at least one. */
export function threadsFor({ cores, memory }: { cores: number; memory: number }): number {
  return Math.max(1, Math.min(mostThreads, cores, Math.floor((memory - besides) / perThread)));
}
