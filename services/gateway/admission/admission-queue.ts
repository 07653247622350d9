import { inBatches } from '@styling/service';
import type { Admission, Candidate, Judgement } from './admission.ts';

/**
 * Batches the candidates that arrive while a statement is in flight into the next one: statements per request limit the
 * throughput of a gateway, not the bus. A single candidate is not delayed.
 *
 * Sends only the first of several candidates of one user to Postgres. The others follow from its outcome, or else
 * join the next batch.
 *
 * @param judge judges a batch with no two candidates of one user
 */
export const admissionQueue = (
  judge: (candidates: readonly Candidate[]) => Promise<Judgement[]>,
): ((candidate: Candidate) => Promise<Admission>) => {
  const judgeOne = inBatches(async (candidates: readonly Candidate[]) => {
    const firsts = [...Map.groupBy(candidates, ({ user_id }) => user_id).values()].map(([first]) => first as Candidate);
    const judgements = await judge(firsts);
    const judged = new Map(
      firsts.map((first, index) => [first.user_id, { first, judgement: judgements[index] as Judgement }]),
    );
    return candidates.map((candidate) => {
      const { first, judgement } = judged.get(candidate.user_id) as { first: Candidate; judgement: Judgement };
      return candidate === first ? judgement : judgementBeside(first, judgement, candidate);
    });
  });
  return (candidate) => untilDecided(() => judgeOne(candidate));
};

/**
 * Asks until there is a decision. It ends: each time another request of the user got on instead.
 *
 * @param ask asks for one and the same candidate
 */
export async function untilDecided<J extends { readonly outcome: string }>(
  ask: () => Promise<J>,
): Promise<Exclude<J, { readonly outcome: 'undecided' }>> {
  for (;;) {
    const judgement = await ask();
    if (judgement.outcome !== 'undecided') return judgement as Exclude<J, { readonly outcome: 'undecided' }>;
  }
}

/** What the judgement of the first candidate of a user means for another one of the same moment. */
function judgementBeside(first: Candidate, judgement: Judgement, { cost }: Candidate): Judgement {
  const { outcome, free } = judgement;
  if (free === 0) return { ...judgement, outcome: 'in_progress' };
  const isRefused = outcome === 'daily_limit' && cost >= first.cost;
  return { ...judgement, outcome: isRefused ? outcome : 'undecided' };
}
