import { VendorError, type VendorPicture } from '@styling/model-api';
import { afterPrompt } from './after-prompt.ts';
import type { ComfyFile } from './api.ts';
import { awaitPrompt } from './await-prompt.ts';
import type { ComfyAttempt } from './checkpoint.ts';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { fetchPicture } from './fetch-picture.ts';
import { findPrompt } from './find-prompt.ts';
import { listen } from './listen.ts';
import { type PreparedPicture, uploadPictures } from './pictures.ts';

export type AttemptOrder = Bounds & {
  readonly attempt: ComfyAttempt;
  /** Whether an earlier worker began it: then its prompt is looked for first. */
  readonly resumed: boolean;
  readonly pictures: readonly PreparedPicture[];
  /** The workflow with the values of the order. */
  readonly prompt: object;
  /** The node whose first picture is the result. */
  readonly node: string;
  /** Called with the id under which the server has the prompt, before it is waited for. */
  readonly onQueued: (id: string) => Promise<void>;
  /** Called with an estimate of how far the prompt is, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Called with what the prompt left at the server. */
  readonly onLeft: (files: readonly ComfyFile[]) => void;
};

/** While a prompt waits, and from when on it runs. */
const QUEUED = 0.05;
const RUNNING = 0.1;

/**
 * Makes the picture of one attempt: sends its prompt unless the server has it already, waits for it, and fetches its picture.
 *
 * @throws VendorError; the reason of `signal` when that is aborted, and whatever `onQueued` throws
 */
export async function runAttempt(deps: ComfyDependencies, order: AttemptOrder): Promise<VendorPicture> {
  const { attempt, node, onProgress } = order;
  let wake = Promise.withResolvers<void>();
  const close = listen(deps.api.socketUrl(attempt.id), {
    onProgress: (fraction) => onProgress(RUNNING + (1 - RUNNING) * fraction),
    onEnd: () => {
      wake.resolve();
      wake = Promise.withResolvers();
    },
  });
  try {
    const id = await queuedPrompt(deps, order);
    onProgress(QUEUED);
    const { result, left } = await awaitPrompt(deps, { id, node, woken: () => wake.promise }, order);
    order.onLeft(left);
    if (result instanceof VendorError) throw result;
    return await fetchPicture(deps, result, order);
  } finally {
    close();
  }
}

/** The id of a prompt that the server has, or is thought to have. */
async function queuedPrompt(deps: ComfyDependencies, order: AttemptOrder): Promise<string> {
  const { attempt, resumed, pictures, node } = order;
  if (resumed) {
    const seen = await findPrompt(deps, attempt.prompt, node, order.signal);
    // Who cannot be asked is asked again while waiting.
    if (seen !== 'unseen') {
      deps.log.info({ prompt: attempt.prompt }, 'prompt resumed');
      return attempt.prompt;
    }
  }
  await uploadPictures(deps, attempt, pictures, order);
  return sendPrompt(deps, order);
}

async function sendPrompt(deps: ComfyDependencies, order: AttemptOrder): Promise<string> {
  const { api, clock, sleep, random, log, timeoutMs } = deps;
  const { attempt, prompt, onQueued, deadline, signal } = order;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', 'deadline passed before the prompt');
    // `signal` is not passed on: an abort must not lose the response.
    const reply = await api.prompt(prompt, attempt.id, attempt.id, { timeoutMs: Math.min(timeoutMs, left) });
    const step = afterPrompt(reply, { now: clock(), deadline, tries, random: random() });
    switch (step.next) {
      case 'fail':
        throw step.error;
      case 'queued':
        log.info({ prompt: step.id }, 'prompt queued');
        await onQueued(step.id);
        return step.id;
      case 'look':
        log.warn({ prompt: attempt.prompt }, 'no response to the prompt; will look for it');
        return attempt.prompt;
      case 'again':
        log.warn({ wait_ms: Math.round(step.afterMs) }, 'server busy; will retry');
        await sleep(step.afterMs, signal);
    }
  }
}
