import type { ComfyFile } from './api.ts';
import { blankPicture } from './blank-picture.ts';
import type { ComfyAttempt } from './checkpoint.ts';
import type { ComfyDependencies } from './dependencies.ts';

/** Time limit of each of the two steps. */
const TIMEOUT_MS = 2_000;

/**
 * Overwrites files at the server with a blank picture, and has it forget the prompt: ComfyUI deletes no file on request. What
 * fails or takes longer than two seconds is logged and left to the operator.
 */
export async function eraseAttempt(
  { api, log }: Pick<ComfyDependencies, 'api' | 'log'>,
  attempt: ComfyAttempt,
  files: readonly ComfyFile[],
): Promise<void> {
  const options = { timeoutMs: TIMEOUT_MS };
  const blanked = await Promise.all(
    files.map(async (file) => {
      const format = file.filename.toLowerCase().endsWith('.png') ? 'png' : 'jpeg';
      return api.upload(file, await blankPicture(format), `image/${format}`, options);
    }),
  );
  // Last: a worker that does not find the prompt any more uploads again, and must not have that overwritten.
  const forgotten = await api.forget(attempt.prompt, options);
  const failed = [...blanked, forgotten].filter((reply) => reply.outcome !== 'answered' || reply.status >= 300).length;
  if (failed > 0) log.warn({ prompt: attempt.prompt, failed }, 'could not erase all that the server had of a prompt');
}
