import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent } from './ipc.ts';

// Loaded before a measured process's own code (`--import`): reports to the bench what only the process itself can measure.
const RESOLUTION_MS = 5;
let peakRss = 0;
let longestTurn = 0;
let lastCpu = 0;
let sampling: NodeJS.Timeout | undefined;

/** What a process has used since `watch` was called. */
export type Watched = {
  /** Longest event-loop turn, in ms of its thread's processor time. */
  readonly stallMs: number;
  /** Resident memory, bytes. */
  readonly peakRss: number;
};

// Only a context made after the flag was set has the function.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const sample = () => {
  const cpu = cpuMs();
  longestTurn = Math.max(longestTurn, cpu - lastCpu);
  lastCpu = cpu;
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
};

answerParent({
  rss: () => process.memoryUsage.rss(),
  /** Bytes on and off the heap after full collections. */
  async held() {
    // Sockets and buffers are freed in later turns of the event loop.
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
    return {
      stallMs: Math.max(0, longestTurn - RESOLUTION_MS),
      peakRss,
    };
  },
});
