import { onNotice } from '@styling/bus';
import type { StoredJob } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import { versionOf } from './job-record.ts';
import type { Watch } from './watches.ts';

/** A notice may be lost: with the connection, or with the projector that was to publish it. How long that can go unnoticed, in ms. */
const LOOK_AGAIN_MS = 10_000;
/** How long after a failed look to look again, in ms. */
const RETRY_MS = 1_000;

/**
 * A job as it is now, and then whenever it has changed, until it has ended, `watch` is closed or the key revoked. Each look is answered after all that
 * the log has by then, by any replica; the notices, subscribed to before the first look, only say when to look again.
 *
 * @throws ServiceError as `FindJob`, of the first look; later ones are repeated
 */
export async function* watchJob({ gateway, caller }: Call, job_id: string, watch: Watch): AsyncGenerator<StoredJob> {
  const { bus, findJob, keys, log } = gateway;
  const stopListening = onNotice(bus, 'job.changed', job_id, () => watch.ring());
  let version = 0;
  try {
    do {
      try {
        const job = await findJob({ user_id: caller.user_id, request_id: job_id });
        // After finding: what it has of after the revocation is not sent.
        if (version > 0 && !(await keys.isActive(caller.key_id))) return;
        if (versionOf(job) > version) yield job;
        if (job.ending) return;
        version = versionOf(job);
        // Evenly, so that those who began together do not look together.
        await watch.rung(LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
      } catch (error) {
        if (version === 0 || !(error instanceof ServiceError)) throw error;
        // Its user was erased.
        if (error.code === 'job_not_found') return;
        log.warn({ err: error, request_id: job_id }, 'looking for a job failed; will retry');
        await watch.rung(RETRY_MS);
      }
    } while (watch.isOpen);
  } finally {
    stopListening();
  }
}
