import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// In every measured process: `--import probe.ts`, or `probe.ts <module>`, whose exports the bench calls over IPC.
const RESOLUTION_MS = 5;
let peakRss = 0;
let longestTurn = 0;
let lastCpu = 0;
let sampling: NodeJS.Timeout | undefined;

/** Longest event-loop turn in ms of processor time, and resident memory at its peak in bytes, since `watch`. */
export type Watched = { readonly stallMs: number; readonly peakRss: number };

// Only a context made after the flag was set has the function.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function sample(): void {
  const { user, system } = process.threadCpuUsage();
  const cpu = (user + system) / 1000;
  longestTurn = Math.max(longestTurn, cpu - lastCpu);
  lastCpu = cpu;
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}

const probes = {
  rss: () => process.memoryUsage.rss(),
  /** Bytes on and off the heap after full collections. */
  async held() {
    // Sockets and buffers are freed in later turns.
    for (let round = 0; round < 3; round++) {
      collect();
      await sleep(20);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  watch() {
    peakRss = 0;
    sample();
    longestTurn = 0;
    sampling ??= setInterval(sample, RESOLUTION_MS);
  },
  watched(): Watched {
    clearInterval(sampling);
    sampling = undefined;
    return { stallMs: Math.max(0, longestTurn - RESOLUTION_MS), peakRss };
  },
};

const [, , file = ''] = process.argv;
const functions: Record<string, (...args: never[]) => unknown> = import.meta.main ? await import(file) : probes;
process.on('message', async ({ id, name, args }: { id: number; name: string; args: never[] }) => {
  const answer = async () => functions[name]?.(...args);
  const reply = await answer().then(
    (answer) => ({ id, answer }),
    (error: Error) => ({ id, error: error.stack ?? error.message }),
  );
  if (process.connected) process.send?.(reply);
});
if (import.meta.main) {
  process.once('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
}
