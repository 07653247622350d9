import { VendorError, type VendorPicture } from '@styling/model-api';
import { cancellationOf } from '@styling/service';
import type { AttemptCheckpoint, ComfyAttempt } from './checkpoint.ts';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { eraseAttempt } from './erase-attempt.ts';
import { fileOf, type PreparedPicture } from './pictures.ts';
import { runAttempt } from './run-attempt.ts';

export type WorkflowOrder = Bounds & {
  readonly checkpoint: AttemptCheckpoint;
  readonly pictures: readonly PreparedPicture[];
  /** The workflow of an attempt, with the names of its pictures at the server. */
  readonly promptOf: (attempt: ComfyAttempt) => object;
  readonly node: string;
  readonly onProgress: (fraction: number) => void;
};

/** The first and one more after a failure that may pass. */
const ATTEMPTS = 2;

/**
 * Runs a workflow, or resumes what an earlier worker began. One prompt is sent in each attempt, under an id that was saved
 * before: whether the server has it can be asked. What the server was given and what it made is overwritten when the work has
 * ended, for whatever reason, but not when this process leaves it to another one.
 *
 * @throws VendorError; the reason of `signal` when that is aborted; whatever `checkpoint` throws
 */
export async function runWorkflow(deps: ComfyDependencies, order: WorkflowOrder): Promise<VendorPicture> {
  const { checkpoint, pictures, promptOf, signal } = order;
  let saved = await checkpoint.load();
  for (let number = saved?.number ?? 1; ; number++) {
    const resumed = saved !== null;
    let attempt = saved ?? firstOf(deps.newId(), number);
    saved = null;
    const prompt = promptOf(attempt);
    if (!resumed) await checkpoint.save(attempt);
    const files = pictures.map(({ placeholder }) => fileOf(attempt, placeholder));
    try {
      const picture = await runAttempt(deps, {
        ...order,
        attempt,
        resumed,
        prompt,
        onQueued: async (id) => {
          if (id === attempt.prompt) return;
          attempt = { ...attempt, prompt: id };
          await checkpoint.save(attempt);
        },
        onLeft: (left) => void files.push(...left),
      });
      await eraseAttempt(deps, attempt, files);
      return picture;
    } catch (error) {
      // Another worker goes on with it.
      if (signal.aborted && !cancellationOf(signal)) throw error;
      // After an `unavailable`, too: another provider may stand in, and the next delivery uploads again.
      await eraseAttempt(deps, attempt, files);
      if (!(error instanceof VendorError && error.retryable) || number >= ATTEMPTS) throw error;
      deps.log.warn({ kind: error.kind, code: error.code }, 'prompt failed; will retry');
    }
  }
}

const firstOf = (id: string, number: number): ComfyAttempt => ({ id, prompt: id, number });
