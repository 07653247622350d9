import { inspectImage } from '@styling/imaging';
import type { CallOptions, Reply } from './attempt.ts';
import { type AttemptState, makeAttempts, seedOf } from './attempts.ts';
import {
  type EditedPicture,
  type ModelDependencies,
  type ModelWork,
  type PictureOrder,
  pausing,
  reportPrediction,
} from './models.ts';
import { usablePicture } from './pictures.ts';
import { type Answered, type CallRules, send } from './send.ts';
import { vendorName } from './vendor-error.ts';

/** A vendor that answers a request with what was asked for: no id lets a redelivery resume its work. */
export type OneCallVendor = {
  readonly provider: string;
  readonly isPaid: boolean;
  /** Short name of the model; empty while it is not known. */
  readonly models: readonly string[];
};

/** Sends until the vendor takes it. @throws VendorError; see `send` */
export type Ask = (call: (options: CallOptions) => Promise<Reply>) => Promise<Answered>;

const MIME_TYPE = 'image/jpeg';

/** `seed`: the one that it was made with; absent where the model has none. */
type Made = {
  readonly bytes: Uint8Array;
  readonly model: string;
  readonly mimeType: string;
  readonly seed?: number | undefined;
};

/** Only a 429 is asked again; an abort closes the connection, by which servers notice that nobody waits. */
const ASK: CallRules = { what: 'request', repeats: 'throttled', isAbortable: true, isFiltered: true };

/** One's own hardware is asked again, a paid vendor once more after a 503 or an unusable picture only. */
const rulesOf = (isPaid: boolean, model: string) => ({
  models: [model],
  tries: isPaid ? 1 : 2,
  isPaid,
  outlivesWorker: false,
  ...(isPaid && { checkpoint: 'asked' }),
  /** `1` and `2`: the first or second request was sent; `once more`: the second may follow. */
  encode({ attempt, phase }: AttemptState): string {
    if (attempt === 0) return phase === 'free' ? '' : '1';
    return attempt === 2 && phase === 'free' ? 'once more' : '2';
  },
  decode(saved: string): AttemptState {
    if (saved === '1') return { attempt: 0, phase: 'creating' };
    if (saved === 'once more') return { attempt: 2, phase: 'free' };
    return { attempt: saved === '2' ? 1 : 0, phase: 'free' };
  },
});

/** Has a vendor make one thing, or takes what an earlier delivery got; `usd`: US dollars. @throws as `makeAttempts` */
export async function madeOnce(
  deps: ModelDependencies,
  { provider, isPaid, models }: OneCallVendor,
  work: ModelWork,
  { what, usd }: { readonly what: string; readonly usd?: number | undefined },
  make: (ask: Ask, attempt: number) => Promise<Made>,
): Promise<Made> {
  const { store, log, clock } = deps;
  const checkpointPrefix = `${work.checkpointPrefix}${what}-`;
  const answer = `${checkpointPrefix}answer`;
  const known = models[0] ?? vendorName(undefined);
  const kept = await store.get(answer);
  if (kept) {
    const { seed } = kept.metadata;
    return { ...kept, model: known, ...(seed && { seed: Number(seed) }) };
  }
  const waiting = { ...pausing(deps), store };
  const own = { signal: work.signal, checkpointPrefix };
  const made = await makeAttempts(waiting, own, rulesOf(isPaid, known), async ({ note, number }) => {
    const begun = clock().getTime();
    const report = (model: string, status: 'succeeded' | 'failed', cost?: number) => {
      const seconds = (clock().getTime() - begun) / 1000;
      reportPrediction({ provider, model, status }, seconds, cost);
      log.info({ model, status, seconds }, 'prediction finished');
    };
    const ask: Ask = (call) => {
      const noted = async (options: CallOptions) => {
        await note('creating');
        return call(options);
      };
      return send(waiting, work, ASK, noted, () => note('free'));
    };
    try {
      const made = await make(ask, number);
      report(made.model, 'succeeded', usd);
      return made;
    } catch (error) {
      report(models[0] ?? known, 'failed');
      throw error;
    }
  });
  await store.put(answer, made.bytes, made.mimeType, {
    ...(made.seed !== undefined && { seed: String(made.seed) }),
  });
  return made;
}

/** `aspect`: as asked for, width by height; undefined where the model chooses. */
type MadePicture = Omit<Made, 'mimeType'> & { readonly aspect?: number | undefined };

/** Has a vendor make a picture, judges it, and reports what it charged, also for an unusable one. @throws as {@link madeOnce} */
export async function pictureOnce(
  deps: ModelDependencies,
  vendor: OneCallVendor,
  order: PictureOrder,
  work: ModelWork,
  usd: number | undefined,
  make: (ask: Ask, seed: number | undefined) => Promise<MadePicture>,
): Promise<EditedPicture> {
  // Without a known price too: after it nobody else may be asked.
  const charge = (name: string, model: string) => {
    if (!vendor.isPaid && usd === undefined) return;
    work.charged?.({ id: `${work.checkpointPrefix}${name}`, model, usd: usd ?? 0 });
  };
  let picture: Awaited<ReturnType<typeof usablePicture>> | undefined;
  const made = await madeOnce(deps, vendor, work, { what: 'picture', usd }, async (ask, attempt) => {
    const asked = order.seed === undefined ? undefined : seedOf(order.seed, attempt);
    const { bytes, model, seed, aspect } = await make(ask, asked);
    const expected = { person: order.pictures[0]?.bytes, aspect, provider: vendor.provider, model };
    picture = await usablePicture(deps, bytes, expected, work.signal).catch((error) => {
      charge('unusable', model);
      throw error;
    });
    return { bytes: picture.image, mimeType: MIME_TYPE, model, seed };
  });
  charge('picture', made.model);
  const { model, seed, bytes } = made;
  if (picture === undefined && made.mimeType === MIME_TYPE) {
    const { width, height } = await inspectImage(bytes, 'picture');
    picture = { image: bytes, width, height };
  }
  // An earlier version kept what it got.
  const kept = { person: undefined, provider: vendor.provider, model };
  picture ??= await usablePicture(deps, bytes, kept, work.signal);
  return { ...picture, model, seed };
}
