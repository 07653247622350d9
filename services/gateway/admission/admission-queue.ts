import { inBatches } from '@styling/service';
import type { Admission, Candidate } from './admission.ts';

/**
 * Collects the candidates that arrive while a statement is in flight into the next one: Postgres statements per request
 * set the throughput of a gateway, not the bus. A lone candidate goes at once.
 *
 * Two candidates of one user in a batch need no second look: only the first goes to Postgres. If it is admitted it holds
 * the slot, so the rest find a request in progress; if it is refused they are refused for the same reason.
 *
 * @param admit decides a batch with no two candidates of one user
 */
export const admissionQueue = (
  admit: (candidates: readonly Candidate[]) => Promise<Admission[]>,
): ((candidate: Candidate) => Promise<Admission>) =>
  inBatches(async (candidates) => {
    const firsts = [...Map.groupBy(candidates, ({ user_id }) => user_id).values()].map(([first]) => first as Candidate);
    const admissions = await admit(firsts);
    const judged = new Map(
      firsts.map((first, index) => [first.user_id, { first, admission: admissions[index] as Admission }]),
    );
    return candidates.map((candidate) => {
      const { first, admission } = judged.get(candidate.user_id) as { first: Candidate; admission: Admission };
      return candidate === first ? admission : refusalBeside(admission);
    });
  });

const refusalBeside = (first: Admission): Admission =>
  first.outcome === 'admitted' ? { outcome: 'in_progress', used: first.used } : first;
