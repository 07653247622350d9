import type { Progress, StoredJob } from '@styling/contracts';
import type { Call } from '../http/define-endpoint.ts';
import { watchJob } from '../jobs/watch-job.ts';
import type { Watch } from '../jobs/watches.ts';

/**
 * Waits until a job has ended, or `watch` is closed, and reports its progress meanwhile.
 *
 * @returns the job as it is then
 */
export async function awaitJob(
  call: Call,
  job_id: string,
  watch: Watch,
  onProgress: (progress: Progress) => void,
): Promise<StoredJob | undefined> {
  const { progress } = call.gateway;
  const endProgress = progress.subscribe(job_id, onProgress);
  const known = progress.of(job_id);
  if (known) onProgress(known);
  let latest: StoredJob | undefined;
  try {
    for await (const job of watchJob(call, job_id, watch)) latest = job;
  } finally {
    endProgress();
  }
  return latest;
}
