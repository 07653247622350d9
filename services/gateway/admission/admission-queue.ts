import { inBatches } from '@styling/service';
import type { Admission, Candidate } from './admission.ts';

/**
 * Batches the candidates that arrive while a statement is in flight into the next one: statements per request limit the
 * throughput of a gateway, not the bus. A single candidate is not delayed.
 *
 * Of several candidates of one user in a batch only the first goes to Postgres. If it is admitted it holds the slot, so the
 * others find a request in progress; if it is refused, they are refused for the same reason.
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
