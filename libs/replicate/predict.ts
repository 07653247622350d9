import type { Logger } from '@styling/telemetry';
import type { Call, Reply } from './call.ts';
import { afterCancel, afterCreate, afterLook, type LookStep } from './next-step.ts';
import type { Memory, Prediction, PredictionReply } from './prediction.ts';
import { ReplicateError } from './replicate-error.ts';
import { type OnPrediction, reportOf } from './report.ts';

/** What a prediction is made with. */
export type PredictDependencies = {
  readonly call: Call;
  readonly clock: () => Date;
  /** Waits; may end early when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly onPrediction: OnPrediction;
  /** Of a create or an upload, in ms; looks and cancels take no longer, and less by default. */
  readonly timeoutMs: number;
};

/** What a model is asked for. */
export type Candidate = {
  /** `owner/name` of an official model, `owner/name:<version>` of any other. */
  readonly model: string;
  /** Of the model's own shape; pictures as https addresses. */
  readonly input: object;
};

export type Order = Candidate & {
  /** Not waited for any longer than this; the vendor is told to stop then, too. */
  readonly deadline: Date;
  /** Aborted when this process leaves. The prediction goes on: whoever takes over resumes it. */
  readonly signal: AbortSignal;
  readonly remember: Memory;
  /** For work that nobody takes over: an abort cancels the prediction, too. */
  readonly cancelOnAbort?: boolean;
};

/** The vendor takes no shorter lifetime, in seconds. */
const MIN_LIFETIME_SECONDS = 5;
const LOOK_TIMEOUT_MS = 10_000;
const CANCEL_TIMEOUT_MS = 5_000;

/**
 * Makes one prediction, or resumes the remembered one. At most one is created; its id is remembered before it is waited
 * for, and it is cancelled when the deadline passes. (A crash in the instant between the vendor's answer and the memory
 * is the one way to pay twice; the API knows no idempotency key.)
 *
 * @throws ReplicateError
 * @throws the reason of `signal` when it is aborted; whatever `remember` throws (the prediction is cancelled then)
 */
export async function predict(deps: PredictDependencies, order: Order): Promise<Prediction> {
  const { clock, sleep, random, call } = deps;
  const { deadline, signal } = order;
  const remembered = await order.remember.load();
  const created = remembered === null ? await create(deps, order) : undefined;
  const id = remembered ?? (created?.id as string);
  if (remembered !== null) deps.log.info({ prediction: id, model: order.model }, 'prediction resumed');

  const timeoutMs = Math.min(deps.timeoutMs, LOOK_TIMEOUT_MS);
  const look = (): Promise<Reply> => call('GET', `/predictions/${encodeURIComponent(id)}`, { timeoutMs });
  let reply: Reply = created ? { outcome: 'answered', status: 200, body: created } : await look();
  for (let tries = 0; ; tries++) {
    const situation = { now: clock(), deadline, tries, random: random() };
    let step: LookStep = afterLook(reply, situation);
    if (step.next === 'cancel') step = afterCancel(await cancel(deps, id), situation);
    if (step.next === 'done') return ended(deps, order, step.reply);
    if (step.next === 'fail') {
      if (step.reply) deps.onPrediction(reportOf(order, step.reply));
      throw step.error;
    }
    await sleep(step.afterMs, signal);
    if (signal.aborted) {
      if (order.cancelOnAbort) await cancel(deps, id);
      throw signal.reason;
    }
    reply = await look();
  }
}

async function create(deps: PredictDependencies, order: Order): Promise<PredictionReply> {
  const { call, clock, sleep, random, log, timeoutMs } = deps;
  const { model, input, deadline, signal, remember } = order;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const lifetimeMs = deadline.getTime() - clock().getTime();
    if (lifetimeMs <= 0) throw new ReplicateError('deadline', 'too late to begin');
    // Without `Prefer: wait` the answer comes at once, so that the id is known before anything can go wrong. The abort
    // does not reach this request: its answer must not be lost.
    const reply = await call('POST', pathOf(model), {
      headers: { 'cancel-after': `${Math.max(MIN_LIFETIME_SECONDS, Math.ceil(lifetimeMs / 1000))}s` },
      body: bodyOf({ model, input }),
      timeoutMs,
    });
    const step = afterCreate(reply, { now: clock(), deadline, tries, random: random() });
    if (step.next === 'fail') throw step.error;
    if (step.next === 'created') {
      const { id } = step.reply;
      log.info({ prediction: id, model }, 'prediction created');
      try {
        await remember.save(id);
      } catch (error) {
        await cancel(deps, id);
        throw error;
      }
      return step.reply;
    }
    log.warn({ model, wait_ms: Math.round(step.afterMs) }, 'throttled');
    await sleep(step.afterMs, signal);
  }
}

/** A community model is named by its version, an official one by its path. */
const pathOf = (model: string): string => (model.includes(':') ? '/predictions' : `/models/${model}/predictions`);
const bodyOf = ({ model, input }: Candidate): object => (model.includes(':') ? { version: model, input } : { input });

function ended(deps: PredictDependencies, order: Order, reply: PredictionReply): Prediction {
  deps.onPrediction(reportOf(order, reply));
  return { id: reply.id, model: order.model, version: reply.version ?? 'hidden', output: reply.output };
}

/** What is not cancelled here ends by its own lifetime. */
async function cancel({ call, log }: PredictDependencies, id: string): Promise<Reply> {
  const reply = await call('POST', `/predictions/${encodeURIComponent(id)}/cancel`, {
    timeoutMs: CANCEL_TIMEOUT_MS,
  });
  const outcome = reply.outcome === 'answered' ? reply.status : reply.outcome;
  log.warn({ prediction: id, outcome }, 'prediction cancelled');
  return reply;
}
