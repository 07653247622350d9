import { reachDatabase } from '@styling/database';
import { inBatches } from '@styling/service';
import { count, observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { IdempotencyKey } from '../requests/request-headers.ts';
import type { GatewayTables } from '../tables.ts';
import {
  type Admission,
  admit,
  admitOnce,
  type Candidate,
  type Judgement,
  type KeyedAdmission,
  takenSlots,
} from './admission.ts';

/** Decides on one candidate; with an idempotency key, only if the key is not in use. */
type Admit = (candidate: Candidate, key?: IdempotencyKey) => Promise<KeyedAdmission>;

/** Admission of one gateway. */
export type Admitter = ReturnType<typeof createAdmitter>;

/**
 * Admits candidates and reports, as metrics until `stop`, how many wait, the outcomes, and how many slots are taken.
 *
 * @param decide default: in batches of what arrives together, or one by one where there is a key
 */
export function createAdmitter(
  db: Kysely<GatewayTables>,
  clock: () => Date,
  dailyLimit: number,
  decide: Admit = decideIn(db, clock, dailyLimit),
) {
  let waiting = 0;
  const stopObserving = [
    observe('styling.admission.queue', () => [[waiting, {}]]),
    observe('styling.admission.slots.used', async () => [[await takenSlots(db), {}]]),
  ];
  return {
    async admit(candidate: Candidate, key?: IdempotencyKey): Promise<KeyedAdmission> {
      waiting++;
      try {
        const admission = await decide(candidate, key);
        const attributes = { 'styling.admission.outcome': admission.outcome, 'http.route': candidate.endpoint };
        count('styling.admission.decisions', 1, attributes);
        return admission;
      } finally {
        waiting--;
      }
    },
    stop() {
      for (const stop of stopObserving) stop();
    },
  };
}

function decideIn(db: Kysely<GatewayTables>, clock: () => Date, dailyLimit: number): Admit {
  const queue = admissionQueue((candidates) => reachDatabase(() => admit(db, candidates, clock(), dailyLimit)));
  return (candidate, key) =>
    key
      ? untilDecided(() => reachDatabase(() => admitOnce(db, candidate, key, clock(), dailyLimit)))
      : queue(candidate);
}

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

/** Derives the judgement of a further candidate of a user from that of the first in the batch. */
function judgementBeside(first: Candidate, judgement: Judgement, { cost }: Candidate): Judgement {
  const { outcome, free } = judgement;
  if (free === 0) return { ...judgement, outcome: 'in_progress' };
  const isRefused = outcome === 'daily_limit' && cost >= first.cost;
  return { ...judgement, outcome: isRefused ? outcome : 'undecided' };
}
