import { type Bus, hear } from '@styling/bus';
import { type Progress, progress } from '@styling/contracts';

/** A subscription to the progress of a request. */
export type ProgressSubscription = {
  /** The last that was heard; null before that. */
  readonly current: Progress | null;
  end(): void;
};

/**
 * Hears how far a request is from now on, from whatever worker has it. What goes backwards is left out, as after a redelivery,
 * and so is what this version does not know. It may be lost: nothing depends on it.
 *
 * @param onProgress called with each progress
 */
export function subscribeProgress(
  bus: Bus,
  requestId: string,
  onProgress: (progress: Progress) => void = () => {},
): ProgressSubscription {
  let current: Progress | null = null;
  const end = hear(bus, 'request.progressed', requestId, (data) => {
    const told = progressIn(data);
    if (!told || told.fraction <= (current?.fraction ?? -1)) return;
    current = told;
    onProgress(told);
  });
  return {
    get current() {
      return current;
    },
    end,
  };
}

function progressIn(data: Uint8Array = new Uint8Array()): Progress | undefined {
  try {
    return progress.safeParse(JSON.parse(Buffer.from(data).toString())).data;
  } catch {
    return undefined;
  }
}
