import type { ProgressStage } from '@styling/contracts';
import { normaliseJpeg } from '@styling/imaging';
import {
  type AnswerOrder,
  type ModelWork,
  type PictureOrder,
  repairPrompt,
  reportPrediction,
  strictSchema,
  structured,
  VendorError,
} from '@styling/model-api';
import type { ObjectStore } from '@styling/objectstore';
import { ConfigError, pause, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';
import { connectReplicate } from './connect.ts';
import { inputTransport } from './input-transport.ts';
import { type InputUrlDependencies, withInputUrls } from './input-urls.ts';
import { imageModel } from './models/image-models.ts';
import { answerInput } from './models/text-models.ts';
import type { FallbackOrder } from './predict-with-fallback.ts';
import type { Candidate, Checkpoint } from './prediction.ts';
import { priceOf } from './prices.ts';
import type { ReplicateConfig } from './variables.ts';

/** From here on an output is fetched, and made what is returned. */
const COPYING_FROM = 0.9;
/** How long after the deadline a picture that was finished by then is fetched, in ms; less than what `Work` leaves the worker. */
const COPYING_MS = 2_500;

/** What a prediction is for, and the name of its checkpoint. */
type Stage = { readonly stage: ProgressStage; readonly checkpoint: string };

type ModelVariable = keyof ReplicateConfig & `REPLICATE_MODEL_${string}`;

/** The models a service is configured with. */
export type HostedModels = ReturnType<typeof connectHostedModels>;

export type HostedModelsDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Between tries and looks. */
  readonly sleep?: typeof pause;
};

/**
 * Connects to the configured models. A second call with the same `checkpointPrefix` resumes the first one's prediction.
 * `generateImage` and `answer` throw ServiceErrors: `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or
 * one about an input picture.
 *
 * @throws ConfigError for an unknown model
 */
export function connectHostedModels(
  config: ReplicateConfig & { readonly S3_ENDPOINT?: string | undefined },
  { store, log, clock, sleep = pause }: HostedModelsDependencies,
) {
  /** Functions from an order without its pictures to a candidate, one per variable. */
  const known = <Order extends { readonly images: readonly string[] }>(
    inputOf: (model: string) => ((order: Order) => object) | undefined,
    ...variables: readonly ModelVariable[]
  ) =>
    variables.map((variable) => {
      const model = config[variable];
      const input = inputOf(model);
      if (!input) throw new ConfigError(`${variable}: the inputs of this model are unknown; see libs/replicate/models`);
      return (order: Omit<Order, 'images'>): Candidate => ({
        model,
        input: (images) => input({ ...order, images } as Order),
      });
    });
  const toEditor = known(
    (model) => imageModel(model)?.input,
    'REPLICATE_MODEL_IMAGE',
    'REPLICATE_MODEL_IMAGE_FALLBACK',
  );
  const toReader = known(answerInput, 'REPLICATE_MODEL_TEXT', 'REPLICATE_MODEL_TEXT_FALLBACK');

  const replicate = connectReplicate({
    token: config.REPLICATE_API_TOKEN,
    baseUrl: config.REPLICATE_BASE_URL,
    clock,
    sleep,
    random: Math.random,
    log,
    onPrediction: (report) => {
      const { cost, ...fields } = report;
      log.info({ ...fields, cost_usd: cost }, 'prediction finished');
      const { model, status, seconds } = report;
      reportPrediction({ provider: 'replicate', model: model.split(':')[0] ?? model, status, seconds, usd: cost });
    },
  });
  const inputs: InputUrlDependencies = { replicate, store, clock, log, transport: inputTransport(config) };

  const predict = async (order: Pick<FallbackOrder, 'candidates' | 'images'>, work: ModelWork, at: Stage) => {
    const { deadline, signal, progress, checkpointPrefix } = work;
    const checkpoint = checkpointInStore(store, `${checkpointPrefix}${at.checkpoint}`);
    const onProgress = (fraction: number) => progress?.(at.stage, COPYING_FROM * fraction);
    const made = await replicate.predictWithFallback({ ...order, deadline, signal, checkpoint, onProgress });
    const ordered = order.candidates.find(({ model }) => model === made.model);
    const usd = ordered && priceOf(made.model, ordered.input([]));
    // Without a known price too: after it nobody else may be asked.
    work.charged?.({ id: made.id, model: made.model, usd: usd ?? 0 });
    return made;
  };

  const editorNames = [config.REPLICATE_MODEL_IMAGE, config.REPLICATE_MODEL_IMAGE_FALLBACK];

  return {
    /** Models of `generateImage` and of `answer`, the preferred one first. */
    editors: editorNames,
    readers: [config.REPLICATE_MODEL_TEXT, config.REPLICATE_MODEL_TEXT_FALLBACK],
    /** Most pictures of an order to `generateImage`, by any of its models. */
    mostImages: Math.min(...editorNames.map((model) => imageModel(model)?.images ?? 1)),
    /** Whether all of its models have a seed. */
    hasSeed: editorNames.every((model) => imageModel(model)?.hasSeed),

    /** Generates a picture: a JPEG marked as generated, without other metadata. `model` is `owner/name:version`, `seed` that of a model which has one. */
    generateImage: ({ prompt, pictures, seed }: PictureOrder, work: ModelWork) =>
      withInputUrls(inputs, pictures, work, async (images) => {
        const candidates = toEditor.map((candidate) => candidate({ prompt, seed }));
        const at: Stage = { stage: 'generating', checkpoint: 'prediction' };
        const { model, version, output } = await predict({ candidates, images }, work, at);
        const picture = await replicate.copyOutput(output, new Date(work.deadline.getTime() + COPYING_MS));
        // A picture that cannot be decoded is the model's fault, not the client's.
        const { bytes: image, width, height } = await normaliseJpeg(picture.bytes, { generated: true }).catch(internal);
        const made = { image, width, height, model: model.includes(':') ? model : `${model}:${version}` };
        return imageModel(model)?.hasSeed ? { ...made, seed } : made;
      }),

    /** Asks for a structured answer; has an invalid one repaired once, by the fallback model. */
    answer: <Schema extends z.ZodType>(order: AnswerOrder<Schema>, work: ModelWork): Promise<z.output<Schema>> =>
      withInputUrls(inputs, order.pictures, work, async (images) => {
        const { instructions, name, schema } = order;
        const ask = async (prompt: string, of: typeof toReader, checkpoint: string) => {
          const question = { instructions, prompt, answer: strictSchema(name, schema) };
          const candidates = of.map((candidate) => candidate(question));
          const { output } = await predict({ candidates, images }, work, { stage: 'analysing', checkpoint });
          return structured(output, schema);
        };
        const first = await ask(order.prompt, toReader, 'prediction');
        if ('answer' in first) return first.answer;
        const repaired = await ask(repairPrompt(order.prompt, first), toReader.toReversed(), 'repair');
        if ('answer' in repaired) return repaired.answer;
        return internal(new VendorError('failed', 'answer does not match the schema, nor does the repaired one'));
      }),

    close: replicate.close,
  };
}

/** A checkpoint in the object store. */
const checkpointInStore = (store: ObjectStore, name: string): Checkpoint => ({
  async load() {
    const found = await store.get(name);
    return found && Buffer.from(found.bytes).toString();
  },
  save: (value) => store.put(name, Buffer.from(value), 'text/plain'),
});

function internal(cause: unknown): never {
  throw new ServiceError('internal', {}, { cause });
}
