import type { ObjectStore } from '@styling/objectstore';
import {
  type Attempting,
  type AttemptRules,
  type AttemptState,
  awaitEnd,
  type CallRules,
  type ModelWork,
  makeAttempts,
  type Pausing,
  type Reply,
  send,
  VendorError,
} from '../frame/index.ts';
import type { ReplicateApi } from './api.ts';
import { createdReply, type PredictionReply, seenIn } from './prediction-reply.ts';

/** A model, and how its input is made. */
export type Candidate = {
  /** `owner/name` for an official model, `owner/name:<version>` for any other. */
  readonly model: string;
  /** In the model's own shape, with the pictures as https URLs. */
  readonly input: (images: readonly string[]) => object;
};

/** A prediction that succeeded. */
export type Prediction = {
  readonly id: string;
  /** Model as ordered. */
  readonly model: string;
  /** Version as the vendor names it, in a short ASCII form; `hidden` for most official models. */
  readonly version: string;
  /** In the model's own shape; its files expire after an hour. */
  readonly output: unknown;
};

export type PredictDependencies = Pausing & {
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly api: ReplicateApi;
  /** Called once for each prediction in a final state, unless its worker is killed just then. Must not throw. */
  readonly onPrediction: (model: string, reply: PredictionReply) => void;
  /** Time limit of a create or an upload, and an upper bound for looks, in ms. */
  readonly timeoutMs: number;
};

export type Order = {
  /** In order of preference; the next one should be another vendor's. */
  readonly candidates: readonly Candidate[];
  /** Called when a prediction is to be created: a resumed one has its pictures. */
  readonly images: () => Promise<readonly string[]>;
  /** Name of the checkpoint below the prefix of the work. */
  readonly checkpoint: string;
  /** Called with an estimate of how far the prediction is, 0 to 1, at each look. */
  readonly onProgress?: (fraction: number) => void;
};

/** The vendor's minimum for `Cancel-After`, in seconds. */
const MIN_LIFETIME_SECONDS = 5;
const LOOK_TIMEOUT_MS = 10_000;
/** Time limit of the last look before the deadline. */
const LAST_TIMEOUT_MS = 1_000;
const CANCEL_TIMEOUT_MS = 2_000;
/** Looks that may be rejected before a prediction is given up: one may be a mistake of a proxy or a replica. */
const MOST_REJECTED = 3;
/** Only a 429 is sent again. */
const CREATE: CallRules = { what: 'create', repeats: 'throttled', isAbortable: false };

const rules = {
  tries: 2,
  isPaid: true,
  // Creates omit `Prefer: wait`: a worker that is killed during one leaves at most one unknown prediction.
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

/**
 * Makes a prediction with the first model that succeeds, or resumes that of an earlier worker; see `makeAttempts`.
 *
 * @throws ServiceError as `makeAttempts` does; whatever `images` throws
 */
export const predict = (deps: PredictDependencies, order: Order, work: ModelWork): Promise<Prediction> => {
  const models = order.candidates.map(({ model }) => model);
  return makeAttempts(deps, work, { ...rules, models, checkpoint: order.checkpoint }, (attempt) =>
    predictOnce(deps, order, work, attempt),
  );
};

async function predictOnce(
  deps: PredictDependencies,
  order: Order,
  work: ModelWork,
  { model: index, known, isCounted, note }: Attempting<string>,
): Promise<Prediction> {
  const { api, clock, log, timeoutMs, onPrediction } = deps;
  const { deadline } = work;
  const { model, input } = order.candidates[index] as Candidate;
  const left = () => deadline.getTime() - clock().getTime();
  const seen = (reply: Reply) => seenIn(reply, clock(), deadline);
  const cancel = async (id: string) => {
    const reply = await api.cancel(id, { timeoutMs: CANCEL_TIMEOUT_MS });
    // If it fails, the prediction ends by its own `Cancel-After`.
    log.warn(
      { prediction: id, outcome: reply.outcome === 'answered' ? reply.status : reply.outcome },
      'prediction cancelled',
    );
    return seen(reply);
  };

  async function create() {
    const made = input(await order.images());
    const reply = await send(
      deps,
      work,
      { ...CREATE, timeoutMs },
      async (options) => {
        await note('creating');
        const seconds = Math.max(MIN_LIFETIME_SECONDS, Math.ceil(left() / 1000));
        return api.create(model, made, seconds, options);
      },
      () => note('free'),
    );
    const { data } = createdReply.safeParse(reply.body);
    if (!data) throw new VendorError('ambiguous', 'unreadable response to create', { code: String(reply.status) });
    log.info({ prediction: data.id, model }, 'prediction created');
    await note('created', data.id).catch(async (error) => {
      await cancel(data.id);
      throw error;
    });
    return { id: data.id, seen: seen(reply) };
  }

  if (known !== undefined) log.info({ prediction: known, model }, 'prediction resumed');
  const { id, ...created } = known === undefined ? await create() : { id: known };
  const { reply, error } = await awaitEnd(deps, work, {
    ...created,
    look: async () => {
      const limit = Math.min(timeoutMs, LOOK_TIMEOUT_MS, Math.max(left(), LAST_TIMEOUT_MS));
      return seen(await api.look(id, { timeoutMs: limit }));
    },
    cancel: () => cancel(id),
    mostMissing: MOST_REJECTED,
    onProgress: order.onProgress,
  });
  if (!isCounted) {
    onPrediction(model, reply);
    await note('counted', id);
  }
  if (error) throw error;
  return { id, model, version: reply.version, output: reply.output };
}
