import { pause } from '@styling/service';

/** The `pause` of providers, a twentieth as long: their stand-ins are ready at the first look. */
export const shortPause: typeof pause = (ms, signal) => pause(ms / 20, signal);

/**
 * A clock that only advances during sleeps, so that a minute of waiting takes no time.
 *
 * @returns `slept`: the pauses so far, in ms
 */
export function sleepingClock(start: Date) {
  let now = start.getTime();
  const slept: number[] = [];
  return {
    slept,
    clock: () => new Date(now),
    async sleep(ms: number, signal?: AbortSignal) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) return;
      now += ms;
      slept.push(ms);
    },
  };
}
