import { ServiceError } from '@styling/service';
import Fashn from 'fashn';
import { z } from 'zod';
import {
  type CallOptions,
  callThrough,
  connectAttempts,
  type ImageEditor,
  type ModelDependencies,
  makeAttempts,
  modelInputs,
  type OpenedModel,
  pausing,
  predicted,
  type Reply,
  reportPrediction,
  resumable,
  retryAfterMs,
  type Seen,
  seedOf,
  usablePicture,
  VendorError,
} from '../frame/index.ts';
import { fashnModels } from './models.ts';
import type { FashnConfig } from './variables.ts';

const PROVIDER = 'fashn';
const TIMEOUT_MS = 30_000;
/** In pixels: the vendor asks for at most 2,000, and for payloads that are not large. */
const MAX_SIDE = 2_000;
/** Progress from which a picture is made what is returned. */
const COPYING_FROM = 0.9;
/** A rejection issues no id, and costs nothing. */
const RUN = { what: 'run', repeats: 'throttled', isAbortable: false, timeoutMs: TIMEOUT_MS, codeOf } as const;

const rejection = z.object({ error: z.string() });
const status = z.object({
  status: z.enum(['starting', 'in_queue', 'processing', 'completed', 'failed', 'canceled', 'time_out']),
  output: z.array(z.string()).nullish().catch(undefined),
  error: z
    .object({ name: z.string(), message: z.string().catch('') })
    .nullish()
    .catch(undefined),
});
/** Without `error` there is a picture. */
type Ended = { readonly picture?: Uint8Array; readonly credits?: number; readonly error?: Error };
const ended = (end: Ended): Seen<Ended> => ({ is: 'ended', end });

/** Opens a try-on model of FASHN; it dresses in one garment's picture. The same `checkpointPrefix` resumes a prediction. */
export async function openEditor(
  {
    FASHN_API_KEY: apiKey,
    FASHN_BASE_URL: baseURL,
    FASHN_MODEL: model,
    FASHN_USD_PER_CREDIT: price = 0,
    ...config
  }: FashnConfig,
  { store, judgePicture, ...others }: ModelDependencies,
): Promise<OpenedModel<ImageEditor>> {
  const row = fashnModels[model];
  const { attempt, close } = connectAttempts();
  const deps = { ...pausing(others), store };
  const { clock, log } = deps;
  const call = (options: CallOptions, use: (client: Fashn) => Promise<unknown>): Promise<Reply> =>
    callThrough(attempt, options, (fetch) =>
      use(new Fashn({ apiKey, baseURL, fetch, maxRetries: 0, logLevel: 'off' })),
    );

  const generateImage: ImageEditor['generateImage'] = (order, work) =>
    makeAttempts(deps, work, { ...resumable, models: [model], checkpoint: 'prediction' }, async (attempt) => {
      const begun = clock().getTime();
      const seed = order.seed === undefined ? undefined : seedOf(order.seed, attempt.number);
      const [person = '', garment = ''] = (await modelInputs(order.pictures, MAX_SIDE)).map(
        ({ bytes }) => `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`,
      );
      const params = { model_name: model, inputs: row.inputs({ ...order, seed }, person, garment) };
      const { id, end } = await predicted(deps, work, attempt, {
        model,
        rules: RUN,
        // The client's types do not know `tryon-max`.
        create: (options) =>
          call(options, ({ predictions }) => predictions.run(params as unknown as Fashn.PredictionRunParams)),
        look: (id, options) => call(options, ({ predictions }) => predictions.status(id)),
        seenIn: (reply) => seenIn(reply, clock()),
        report({ error, credits = row.credits }) {
          const status = error ? 'failed' : 'succeeded';
          const usd = error ? 0 : credits * price;
          reportPrediction({ provider: PROVIDER, model, status }, (clock().getTime() - begun) / 1000, usd);
        },
        onProgress: (fraction) => work.progress?.('generating', COPYING_FROM * fraction),
      });
      const { picture = Buffer.alloc(0), credits = row.credits } = end;
      work.charged?.({ id, model, usd: credits * price });
      const expected = { person: order.pictures[0]?.bytes, provider: PROVIDER, model };
      const isKept = order.scenePrompt !== undefined && !row.hasPrompt;
      return {
        ...(await usablePicture({ judgePicture, log }, picture, expected, work.signal)),
        model,
        seed,
        ...(isKept && { approximations: ['setting_kept_from_picture'] }),
      };
    });

  return {
    concurrency: config.FASHN_CONCURRENCY,
    models: [model],
    abilities: { categories: [...row.categories] },
    generateImage,
    close,
  };
}

/** The vendor's name of an error: https://docs.fashn.ai/api-overview/error-handling. */
function codeOf(body: unknown): string | undefined {
  return rejection.safeParse(body).data?.error;
}

/** Errors of a run that another one may not have; nothing is charged for a failure. */
const PASSING: readonly string[] = ['PipelineError', '3rdPartyProviderError', 'InternalServerError'];

export function seenIn(reply: Reply, now: Date): Seen<Ended> {
  if (reply.outcome !== 'answered') return { is: 'unclear' };
  const { status: code, body, retryAfter, headers } = reply;
  const details = { code: String(code), cause: JSON.stringify(codeOf(body) ?? '') };
  if (code === 401 || code === 403)
    return { is: 'missing', error: new VendorError('denied', 'look rejected', details) };
  if (code === 404) return { is: 'missing', error: new VendorError('expired', 'prediction not found', details) };
  const { data } = code < 300 ? status.safeParse(body) : {};
  if (!data) return { is: 'unclear', afterMs: retryAfterMs(retryAfter, body, now) };
  switch (data.status) {
    case 'completed': {
      const base64 = /^data:image\/\w+;base64,(.+)$/s.exec(data.output?.[0] ?? '')?.[1];
      // In base64 it is kept for an hour.
      if (!base64) return ended({ error: new VendorError('expired', 'prediction without a picture') });
      const credits = Number(headers?.['x-fashn-credits-used']);
      return ended({ picture: Buffer.from(base64, 'base64'), ...(credits > 0 && { credits }) });
    }
    case 'failed':
      return ended({ error: failureOf(data.error ?? { name: 'unknown', message: '' }) });
    case 'canceled':
      return ended({ error: new VendorError('failed', 'cancelled by the vendor') });
    case 'time_out':
      return ended({ error: new VendorError('failed', 'timed out at the vendor', { retryable: true }) });
    default:
      return { is: 'running', fraction: data.status === 'processing' ? 0.5 : 0.1 };
  }
}

/** A pose was not found on the selfie, or on a worn garment: the client can change that. */
function failureOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  const details = { code: name, cause: message };
  if (name === 'ContentModerationError') return new VendorError('refused', 'refused by content moderation', details);
  const error = new VendorError('failed', 'prediction failed', { ...details, retryable: PASSING.includes(name) });
  return name === 'PoseError'
    ? new ServiceError('pose_not_supported', { field: 'selfie_base64' }, { cause: error })
    : error;
}
