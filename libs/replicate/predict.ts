import { clampDelay, type Reply, VendorError } from '@styling/model-api';
import { cancellationOf } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { ReplicateApi } from './api.ts';
import { fractionDone } from './fraction-done.ts';
import { afterCancel, afterCreate, afterPoll, type PollStep } from './next-step.ts';
import {
  type Candidate,
  type CreatedReply,
  type Prediction,
  type PredictionReply,
  type PredictionReport,
  reportOf,
} from './prediction.ts';

/** Dependencies of {@link predict}. */
export type PredictDependencies = {
  readonly api: ReplicateApi;
  readonly clock: () => Date;
  /** Resolves after `ms`, or early when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  /** Called once for each finished prediction, unless its worker is killed just then. Must not throw. */
  readonly onPrediction: (report: PredictionReport) => void;
  /** Time-out of a create or an upload, and an upper bound for looks, in ms. */
  readonly timeoutMs: number;
};

/** Keeps account of one prediction, so that it survives a crash of this worker. */
export type Journal = {
  /** The prediction that an earlier worker created. */
  readonly known: { readonly id: string; readonly isCounted: boolean } | null;
  /**
   * Before a create is sent: if nothing else is noted afterwards, a prediction with an unknown id may exist, and the attempt
   * is over.
   */
  creating(): Promise<void>;
  /** The create was throttled, and is sent again later. */
  notCreated(): Promise<void>;
  created(id: string): Promise<void>;
  /** It has been reported to `onPrediction`. */
  counted(id: string): Promise<void>;
};

export type Order = Candidate & {
  /** Called when a prediction is to be created: a resumed one has its pictures. */
  readonly images: () => Promise<readonly string[]>;
  /** The prediction is cancelled at this time. */
  readonly deadline: Date;
  /**
   * Aborted when this process shuts down: the prediction keeps running, and the next worker resumes it. With the reason of a
   * cancelled request (`cancellationOf`) the prediction is cancelled.
   */
  readonly signal: AbortSignal;
  readonly journal: Journal;
  /** Called with an estimate of how far the prediction is, 0 to 1, at each look. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

/** The vendor's minimum for `Cancel-After`, in seconds. */
const MIN_LIFETIME_SECONDS = 5;
const LOOK_TIMEOUT_MS = 10_000;
/** Time limit of the last look before the deadline, and the least of a create. */
const LAST_TIMEOUT_MS = 1_000;
const CANCEL_TIMEOUT_MS = 2_000;

/**
 * Makes one prediction, or resumes the known one. Creates at most one, notes its id before waiting for it, and cancels it at the
 * deadline, when its request is cancelled, and when it is given up.
 *
 * @throws VendorError
 * @throws the reason of `signal` when it is aborted; whatever `journal` and `images` throw, after cancelling the prediction
 */
export async function predict(deps: PredictDependencies, order: Order): Promise<Prediction> {
  const { clock, sleep, random, api } = deps;
  const { deadline, signal, journal } = order;
  const { known } = journal;
  const created = known ? undefined : await create(deps, order);
  const id = known?.id ?? (created as CreatedReply).id;
  if (known) deps.log.info({ prediction: id, model: order.model }, 'prediction resumed');

  const look = () => api.look(id, { timeoutMs: timeoutOf(deps, order, LOOK_TIMEOUT_MS) });
  let reply: Reply = created ? repliedWith(created) : await look();
  let rejected = 0;
  for (let tries = 0; ; tries++) {
    const situation = { now: clock(), deadline, tries, rejected, random: random() };
    let step: PollStep = afterPoll(reply, situation);
    if (step.next === 'cancel') step = afterCancel(await cancel(deps, id), situation);
    else if (step.next === 'fail' && !step.reply) await cancel(deps, id);
    if ((step.next === 'done' || step.next === 'fail') && step.reply) await count(deps, order, id, step.reply);
    if (step.next === 'done') {
      const { version, output } = step.reply;
      return { id, model: order.model, version, output };
    }
    if (step.next === 'fail') throw step.error;
    if (step.reply) order.onProgress?.(fractionDone(step.reply));
    rejected = step.isRejected ? rejected + 1 : 0;
    await sleep(step.afterMs, signal);
    if (cancellationOf(signal)) await cancel(deps, id);
    signal.throwIfAborted();
    reply = await look();
  }
}

async function create(deps: PredictDependencies, order: Order): Promise<CreatedReply> {
  const { api, clock, sleep, random, log } = deps;
  const { model, deadline, signal, journal } = order;
  const input = order.input(await order.images());
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const lifetimeMs = deadline.getTime() - clock().getTime();
    if (lifetimeMs <= 0) throw new VendorError('deadline', 'deadline passed before create');
    await journal.creating();
    // Without `Prefer: wait` the response comes at once, so the id is noted early. `signal` is not passed on: an abort
    // must not lose the response.
    const seconds = Math.max(MIN_LIFETIME_SECONDS, Math.ceil(lifetimeMs / 1000));
    const reply = await api.create(model, input, seconds, { timeoutMs: timeoutOf(deps, order) });
    const step = afterCreate(reply, { now: clock(), deadline, tries, rejected: 0, random: random() });
    if (step.next === 'created') {
      const { id } = step.reply;
      log.info({ prediction: id, model }, 'prediction created');
      try {
        await journal.created(id);
      } catch (error) {
        await cancel(deps, id);
        throw error;
      }
      return step.reply;
    }
    if (step.next === 'fail') throw step.error;
    await journal.notCreated();
    log.warn({ model, wait_ms: Math.round(step.afterMs) }, 'create throttled; will retry');
    await sleep(step.afterMs, signal);
  }
}

/** Time-out of a call, in ms: hardly beyond the deadline. */
function timeoutOf({ clock, timeoutMs }: PredictDependencies, { deadline }: Order, limitMs = timeoutMs): number {
  return clampDelay(deadline.getTime() - clock().getTime(), LAST_TIMEOUT_MS, Math.min(timeoutMs, limitMs));
}

/** Reports a prediction in a final state, unless an earlier worker did. */
async function count({ onPrediction }: PredictDependencies, order: Order, id: string, reply: PredictionReply) {
  if (order.journal.known?.isCounted) return;
  onPrediction(reportOf(order, reply));
  await order.journal.counted(id);
}

/** Cancels a prediction; if that fails, it ends by its own `Cancel-After`. */
async function cancel({ api, log }: PredictDependencies, id: string): Promise<Reply> {
  const reply = await api.cancel(id, { timeoutMs: CANCEL_TIMEOUT_MS });
  const outcome = reply.outcome === 'answered' ? reply.status : reply.outcome;
  log.warn({ prediction: id, outcome }, 'prediction cancelled');
  return reply;
}

const repliedWith = (body: object): Reply => ({ outcome: 'answered', status: 200, body, bytes: new Uint8Array() });
