import type { ObjectStore } from '@styling/objectstore';
import { afterPaid, cancellationOf, ServiceError, toServiceError } from '@styling/service';
import type { ModelWork, Pausing } from './models.ts';
import { failures, toPublicError, VendorError } from './vendor-error.ts';

export type AttemptState<Id = string> = {
  /** Counts from 0. */
  readonly attempt: number;
  /** `free`: not sent. `creating`: perhaps sent, id unknown. `created`: id known. `counted`: final and reported. */
  readonly phase: 'free' | 'creating' | 'created' | 'counted';
  readonly id?: Id | undefined;
};

export type AttemptRules<Id> = {
  /** Models to try, in order of preference; the next one should be another vendor's. */
  readonly models: readonly string[];
  /** Attempts of each model where nothing was paid: the first, and after a failure that may pass another. */
  readonly tries: number;
  /** Free work may be done again by each delivery; what is paid is bounded over all of them. */
  readonly isPaid: boolean;
  /**
   * The vendor's work outlives the connection: it is resumed, and an attempt whose worker was killed while sending has
   * one more. Otherwise one without an answer is the last, and one that certainly did nothing is not used up.
   */
  readonly outlivesWorker: boolean;
  /** Name of the state's object below the prefix of the work; undefined: no state is kept. */
  readonly checkpoint?: string;
  encode(state: AttemptState<Id>): string;
  decode(saved: string): AttemptState<Id>;
};

/** Rules of a paid vendor whose work is known by an id: a worker killed during a create leaves one unknown at most. */
export const resumable = {
  tries: 2,
  isPaid: true,
  outlivesWorker: true,
  /** `2`, `2/`, `2/<id>`, `2/<id>/counted`. */
  encode({ attempt, phase, id = '' }: AttemptState): string {
    if (phase === 'free') return String(attempt);
    return phase === 'counted' ? `${attempt}/${id}/counted` : `${attempt}/${id}`;
  },
  /** The first attempt, unsent, for anything that `encode` did not write. */
  decode(saved: string): AttemptState {
    const [, number, known, id, counted] = /^(\d{1,3})(\/([\w.-]*)(\/counted)?)?$/.exec(saved) ?? [];
    const attempt = Number(number ?? 0);
    if (known === undefined) return { attempt, phase: 'free' };
    if (!id) return { attempt, phase: 'creating' };
    return { attempt, phase: counted ? 'counted' : 'created', id };
  },
} satisfies Partial<AttemptRules<string>>;

/** One attempt; each note resolves once it would survive a crash. */
export type Attempting<Id> = {
  /** Counts from 0; an attempt after others takes another seed, see {@link seedOf}. */
  readonly number: number;
  /** Index of its model. */
  readonly model: number;
  /** The work that an earlier worker began. */
  readonly known: Id | undefined;
  /** Whether an earlier worker reported the end of it. */
  readonly isCounted: boolean;
  note(phase: AttemptState['phase'], id?: Id): Promise<void>;
};

const FIRST = { attempt: 0, phase: 'free' } as const;
/** Pause before another attempt, in ms: lack of capacity does not pass at once. */
const PAUSE_MS = 1_000;

/**
 * Makes attempts until one succeeds or none is left; see {@link nextAttempt}. The state is saved before each is sent,
 * so that a redelivery resumes known work, and all deliveries together make no more attempts than one may. One whose
 * worker was killed while sending may have been paid.
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, with the VendorError as
 * cause; its cancellation or `unavailable` on an aborted signal; whatever else `make` throws
 */
export async function makeAttempts<Id, Made>(
  { store, log, sleep, random }: Pausing & { readonly store: Pick<ObjectStore, 'get' | 'put'> },
  { signal, checkpointPrefix }: Pick<ModelWork, 'signal' | 'checkpointPrefix'>,
  rules: AttemptRules<Id>,
  make: (attempt: Attempting<Id>) => Promise<Made>,
): Promise<Made> {
  const { checkpoint, isPaid } = rules;
  const save = async (state: AttemptState<Id>) => {
    if (checkpoint) await store.put(`${checkpointPrefix}${checkpoint}`, Buffer.from(rules.encode(state)), 'text/plain');
  };
  const found = checkpoint ? await store.get(`${checkpointPrefix}${checkpoint}`) : null;
  let state: AttemptState<Id> = found ? rules.decode(Buffer.from(found.bytes).toString()) : FIRST;
  if (state.phase === 'creating') {
    if (!rules.outlivesWorker) throw toPublicError(new VendorError('ambiguous', 'asked before, without an answer'));
    log.warn({ attempt: state.attempt }, 'worker ended during a create; will make the next attempt');
    state = { attempt: attemptAfterPaid(state.attempt, rules) ?? noAttemptOf(rules), phase: 'free' };
  }
  for (;;) {
    const { attempt, phase, id } = state;
    const model = modelOf(attempt, rules);
    if (model === undefined) {
      throw toPublicError(new VendorError('unavailable', 'earlier deliveries have used all attempts'));
    }
    const thrown = <Thrown>(error: Thrown) => (isAfterPaid(attempt, rules) ? afterPaid(toServiceError(error)) : error);
    try {
      return await make({
        number: attempt,
        model,
        known: id,
        isCounted: phase === 'counted',
        note: (phase, id) => save({ attempt, phase, id }),
      });
    } catch (error) {
      if (!(error instanceof VendorError)) throw signal.aborted ? leaving(signal) : thrown(error);
      const next = nextAttempt(attempt, error, rules);
      const failure = thrown(publicError(error, isPaid));
      const left = rules.outlivesWorker ? (next ?? noAttemptOf(rules)) : error.nothingPaid ? attempt : next;
      const saving = isPaid && left !== undefined ? save({ attempt: left, phase: 'free' }) : undefined;
      if (error.kind === 'ambiguous') {
        // A failed save would have the request delivered again, and paid twice.
        await saving?.catch((err) => log.warn({ err }, 'could not save the end of the attempts'));
        throw cancellationOf(signal) ?? failure;
      }
      await saving;
      if (signal.aborted) throw leaving(signal);
      // The vendor as a whole is away or busy: the next delivery, which comes later and later, goes on.
      if (next === undefined || failure.code === 'unavailable') throw failure;
      log.warn({ model: rules.models[model], kind: error.kind, code: error.code }, 'prediction failed; will retry');
      await sleep(PAUSE_MS * (0.5 + random() / 2), signal);
      if (signal.aborted) throw leaving(signal);
      state = { attempt: next, phase: 'free' };
    }
  }
}

/** Does work for which a vendor holds files, then erases them unless another process resumes it; logs a failure. */
export async function erasing<Result>(
  { log }: Pick<Pausing, 'log'>,
  { signal }: Pick<ModelWork, 'signal'>,
  work: () => Promise<Result>,
  erase: () => Promise<void>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    if (!signal.aborted || cancellationOf(signal)) {
      await erase().catch((err) => log.warn({ err }, 'could not erase files at the vendor'));
    }
  }
}

/** The seed of an attempt: an unusable picture would be made again by the same one. */
export const seedOf = (seed: number, attempt: number): number => (seed + attempt * 0x9e37_79b9) >>> 0;

/** What one's own server may have made in vain can be made again. */
const publicError = (error: VendorError, isPaid: boolean): ServiceError =>
  error.kind === 'ambiguous' && !isPaid ? new ServiceError('unavailable', {}, { cause: error }) : toPublicError(error);

const leaving = (signal: AbortSignal): ServiceError =>
  cancellationOf(signal) ?? new ServiceError('unavailable', {}, { cause: signal.reason });

type Numbers = Pick<AttemptRules<unknown>, 'models' | 'tries' | 'isPaid'>;

/** The number that says that no attempt is left. */
export const noAttemptOf = ({ models, tries }: Numbers): number => models.length * tries;

/** Whether this is the one attempt that follows an attempt that may have been paid. */
export const isAfterPaid = (attempt: number, rules: Numbers): boolean => attempt > noAttemptOf(rules);

/** The model of an attempt; undefined if no attempt is left. */
export function modelOf(attempt: number, rules: Numbers): number | undefined {
  const none = noAttemptOf(rules);
  const model = attempt < none ? Math.floor(attempt / rules.tries) : attempt - none - 1;
  return model >= 0 && model < rules.models.length ? model : undefined;
}

/** One more of the same model after one that may be paid, none after it; its number, beyond all others, says so. */
export const attemptAfterPaid = (attempt: number, rules: Numbers): number | undefined =>
  isAfterPaid(attempt, rules) ? undefined : noAttemptOf(rules) + 1 + (modelOf(attempt, rules) ?? 0);

/** The attempt after a failed one, by `failures`. Undefined if no model is left. */
export function nextAttempt(attempt: number, error: VendorError, rules: Numbers): number | undefined {
  const { next } = failures[error.kind];
  if (next === 'none') return undefined;
  if (next === 'same') return attempt;
  if (rules.isPaid && (next === 'once more' || isAfterPaid(attempt, rules))) return attemptAfterPaid(attempt, rules);
  const further = error.retryable ? attempt + 1 : ((modelOf(attempt, rules) ?? 0) + 1) * rules.tries;
  return further < noAttemptOf(rules) ? further : undefined;
}
