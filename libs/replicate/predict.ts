import { cancellationOf } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Call, Reply } from './call.ts';
import { fractionDone } from './fraction-done.ts';
import { afterCancel, afterCreate, afterPoll, type PollStep } from './next-step.ts';
import {
  type Checkpoint,
  type Prediction,
  type PredictionReply,
  type PredictionReport,
  reportOf,
} from './prediction.ts';
import { ReplicateError } from './replicate-error.ts';

/** Dependencies of {@link predict}. */
export type PredictDependencies = {
  readonly call: Call;
  readonly clock: () => Date;
  /** Resolves after `ms`, or early when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  /** Called for each finished prediction, once by each worker that saw it finish. Must not throw. */
  readonly onPrediction: (report: PredictionReport) => void;
  /** Time-out of a create or an upload, and an upper bound for polls, in ms. */
  readonly timeoutMs: number;
};

/** A model and its input. */
export type Candidate = {
  /** `owner/name` for an official model, `owner/name:<version>` for any other. */
  readonly model: string;
  /** In the model's own shape; pictures as https URLs. */
  readonly input: object;
};

export type Order = Candidate & {
  /** The prediction is cancelled at this time. */
  readonly deadline: Date;
  /**
   * Aborted when this process shuts down: the prediction keeps running, and the next worker resumes it. With the reason of a
   * cancelled request (`cancellationOf`) the prediction is cancelled.
   */
  readonly signal: AbortSignal;
  readonly checkpoint: Checkpoint;
  /** Told an estimate of how far the prediction is, 0 to 1, at each poll. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

/** The vendor's minimum for `Cancel-After`, in seconds. */
const MIN_LIFETIME_SECONDS = 5;
const POLL_TIMEOUT_MS = 10_000;
const CANCEL_TIMEOUT_MS = 5_000;

/**
 * Makes one prediction, or resumes the one in the checkpoint. Creates at most one, saves its id before waiting for it, and
 * cancels it at the deadline and when its request is cancelled. (Only a crash between the vendor's response and the save can pay twice; the API has no
 * idempotency key.)
 *
 * @throws ReplicateError
 * @throws the reason of `signal` when it is aborted; whatever `checkpoint` throws, after cancelling the prediction
 */
export async function predict(deps: PredictDependencies, order: Order): Promise<Prediction> {
  const { clock, sleep, random, call } = deps;
  const { deadline, signal } = order;
  const saved = await order.checkpoint.load();
  const created = saved === null ? await create(deps, order) : undefined;
  const id = saved ?? (created?.id as string);
  if (saved !== null) deps.log.info({ prediction: id, model: order.model }, 'prediction resumed');

  const timeoutMs = Math.min(deps.timeoutMs, POLL_TIMEOUT_MS);
  const poll = (): Promise<Reply> => call('GET', `/predictions/${encodeURIComponent(id)}`, { timeoutMs });
  let reply: Reply = created ? { outcome: 'answered', status: 200, body: created } : await poll();
  for (let tries = 0; ; tries++) {
    const situation = { now: clock(), deadline, tries, random: random() };
    let step: PollStep = afterPoll(reply, situation);
    if (step.next === 'cancel') step = afterCancel(await cancel(deps, id), situation);
    if ((step.next === 'done' || step.next === 'fail') && step.reply) deps.onPrediction(reportOf(order, step.reply));
    if (step.next === 'done') {
      const { version, output } = step.reply;
      return { id, model: order.model, version: version ?? 'hidden', output };
    }
    if (step.next === 'fail') throw step.error;
    if (step.reply) order.onProgress?.(fractionDone(step.reply));
    await sleep(step.afterMs, signal);
    if (cancellationOf(signal)) await cancel(deps, id);
    signal.throwIfAborted();
    reply = await poll();
  }
}

async function create(deps: PredictDependencies, order: Order): Promise<PredictionReply> {
  const { call, clock, sleep, random, log, timeoutMs } = deps;
  const { model, input, deadline, signal, checkpoint } = order;
  // Official models are addressed by path, community models by version.
  const isOfficial = !model.includes(':');
  const path = isOfficial ? `/models/${model}/predictions` : '/predictions';
  const body = isOfficial ? { input } : { version: model, input };
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const lifetimeMs = deadline.getTime() - clock().getTime();
    if (lifetimeMs <= 0) throw new ReplicateError('deadline', 'deadline passed before create');
    // Without `Prefer: wait` the response comes at once, so the id is saved early. `signal` is not passed on: an abort
    // must not lose the response.
    const reply = await call('POST', path, {
      headers: { 'cancel-after': `${Math.max(MIN_LIFETIME_SECONDS, Math.ceil(lifetimeMs / 1000))}s` },
      body,
      timeoutMs,
    });
    const step = afterCreate(reply, { now: clock(), deadline, tries, random: random() });
    if (step.next === 'fail') throw step.error;
    if (step.next === 'created') {
      const { id } = step.reply;
      log.info({ prediction: id, model }, 'prediction created');
      try {
        await checkpoint.save(id);
      } catch (error) {
        await cancel(deps, id);
        throw error;
      }
      return step.reply;
    }
    log.warn({ model, wait_ms: Math.round(step.afterMs) }, 'create throttled; will retry');
    await sleep(step.afterMs, signal);
  }
}

/** Cancels a prediction; if that fails, it ends by its own `Cancel-After`. */
async function cancel({ call, log }: PredictDependencies, id: string): Promise<Reply> {
  const reply = await call('POST', `/predictions/${encodeURIComponent(id)}/cancel`, { timeoutMs: CANCEL_TIMEOUT_MS });
  const outcome = reply.outcome === 'answered' ? reply.status : reply.outcome;
  log.warn({ prediction: id, outcome }, 'prediction cancelled');
  return reply;
}
