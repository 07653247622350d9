import type { Admission, Candidate } from './admission.ts';

type Waiting = {
  readonly candidate: Candidate;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects the candidates that arrive while a statement is in flight into the next one: Postgres statements per request
 * set the throughput of a gateway, not the bus. A lone candidate goes at once.
 *
 * Two candidates of one user in a batch need no second look: only the first goes to Postgres. If it is admitted it holds
 * the slot, so the rest find a request in progress; if it is refused they are refused for the same reason.
 *
 * @param admit decides a batch with no two candidates of one user
 */
export function admissionQueue(
  admit: (candidates: readonly Candidate[]) => Promise<Admission[]>,
): (candidate: Candidate) => Promise<Admission> {
  let queue: Waiting[] = [];
  let inFlight = false;

  async function flush(): Promise<void> {
    if (inFlight || queue.length === 0) return;
    inFlight = true;
    const batch = Map.groupBy(queue, ({ candidate }) => candidate.user_id);
    queue = [];
    try {
      const firsts = [...batch.values()].map(([first]) => first as Waiting);
      const admissions = await admit(firsts.map(({ candidate }) => candidate));
      firsts.forEach((first, index) => {
        const admission = admissions[index] as Admission;
        const fellows = batch.get(first.candidate.user_id)?.slice(1) ?? [];
        first.resolve(admission);
        for (const fellow of fellows) fellow.resolve(refusalBeside(admission));
      });
    } catch (error) {
      for (const waiting of [...batch.values()].flat()) waiting.reject(error);
    } finally {
      inFlight = false;
      void flush();
    }
  }

  return (candidate) =>
    new Promise((resolve, reject) => {
      queue.push({ candidate, resolve, reject });
      // One turn of the microtask queue gathers what the same event loop tick brought.
      queueMicrotask(() => void flush());
    });
}

const refusalBeside = (first: Admission): Admission =>
  first.outcome === 'admitted' ? { outcome: 'in_progress', used: first.used } : first;
