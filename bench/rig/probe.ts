import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent } from './ipc.ts';

// Loaded before a measured process's own code (`--import`): tells the bench what only the process itself knows.
const RESOLUTION_MS = 5;
const loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let peakRss = 0;
let longestTurn = 0;
let lastCpu = 0;
let sampling: NodeJS.Timeout | undefined;

/** What a process was seen to need since it was told to watch itself. */
export type Watched = {
  /** Longest that it worked without turning its event loop, in ms of its thread's processor time: all its own doing. */
  readonly stallMs: number;
  /** Longest that its loop did not turn, in ms of the clock: also where others had the processor. */
  readonly delayMs: number;
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
  /** Bytes on and off the heap after full collections: what is held, not what was. */
  async held() {
    // What is freed in turns of the loop, such as sockets and buffers, goes with the next.
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
    loopDelay.reset();
    loopDelay.enable();
    sampling ??= setInterval(sample, RESOLUTION_MS);
  },
  watched(): Watched {
    loopDelay.disable();
    clearInterval(sampling);
    sampling = undefined;
    return {
      stallMs: Math.max(0, longestTurn - RESOLUTION_MS),
      delayMs: Math.max(0, loopDelay.max / 1e6 - RESOLUTION_MS),
      peakRss,
    };
  },
});
