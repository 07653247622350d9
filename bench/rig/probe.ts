import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerParent } from './ipc.ts';

// Loaded before a measured process's own code (`--import`): tells the bench what only the process itself knows.
const RESOLUTION_MS = 5;
const loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let peakRss = 0;
let sampling: NodeJS.Timeout | undefined;

/** What a process was seen to need since it was told to watch itself. */
export type Watched = {
  /** Longest time that its event loop did not turn, ms. */
  readonly stallMs: number;
  readonly stallP99Ms: number;
  /** Resident memory, bytes. */
  readonly peakRss: number;
};

// Only a context made after the flag was set has the function.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const sample = () => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
};

answerParent({
  rss: () => process.memoryUsage.rss(),
  /** After a full collection: what is held, not what was. */
  collectedRss() {
    collect();
    return process.memoryUsage.rss();
  },
  watch() {
    peakRss = 0;
    sample();
    loopDelay.reset();
    loopDelay.enable();
    sampling ??= setInterval(sample, 5);
  },
  watched(): Watched {
    loopDelay.disable();
    clearInterval(sampling);
    sampling = undefined;
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    return { stallMs: ms(loopDelay.max), stallP99Ms: ms(loopDelay.percentile(99)), peakRss };
  },
});
