import { setTimeout as sleep } from 'node:timers/promises';
import { normaliseJpeg } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import { ConfigError, ServiceError } from '@styling/service';
import { count, type Logger, record } from '@styling/telemetry';
import type { z } from 'zod';
import { checkpointInStore } from './checkpoint-in-store.ts';
import { connectReplicate } from './connect.ts';
import { inputTransport } from './input-transport.ts';
import { type InputUrlDependencies, type SourcePicture, withInputUrls } from './input-urls.ts';
import { imageInput } from './models/image-models.ts';
import { answerInput } from './models/text-models.ts';
import type { Prediction } from './prediction.ts';
import { repairPrompt } from './repair-prompt.ts';
import { ReplicateError } from './replicate-error.ts';
import type { PredictionReport } from './report.ts';
import { strictSchema } from './strict-schema.ts';
import { StructuredOutputError, structured } from './structured.ts';
import { providerOf, type ReplicateConfig } from './variables.ts';
import type { HostedWork } from './work.ts';

/** A generated picture as a JPEG without foreign metadata; `model` is `owner/name:version`. */
export type HostedPicture = {
  readonly image: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly model: string;
};

/** An order to an image editor; the prompt counts the pictures from 1. */
export type HostedPictureOrder = { readonly prompt: string; readonly pictures: readonly SourcePicture[] };

/** An order to a vision-language model; the answer is parsed with `schema`. */
export type HostedAnswerOrder<Schema extends z.ZodType> = {
  readonly instructions: string;
  readonly prompt: string;
  readonly pictures: readonly SourcePicture[];
  /** Name of the schema, as shown to the model. */
  readonly name: string;
  readonly schema: Schema;
};

/**
 * The models a service is configured with. A second call with the same `checkpointPrefix` resumes the first one's
 * prediction. Both functions throw ServiceErrors: `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, or
 * one about an input picture.
 */
export type HostedModels = {
  generateImage(order: HostedPictureOrder, work: HostedWork): Promise<HostedPicture>;
  answer<Schema extends z.ZodType>(order: HostedAnswerOrder<Schema>, work: HostedWork): Promise<z.output<Schema>>;
  close(): Promise<void>;
};

export type HostedModelsDependencies = {
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
};

/**
 * Connects to the configured models.
 *
 * @throws ConfigError without a token, or for an unknown model
 */
export function connectHostedModels(
  config: ReplicateConfig & { readonly S3_ENDPOINT?: string | undefined },
  { store, log, clock }: HostedModelsDependencies,
): HostedModels {
  providerOf({ ...config, STYLING_PROVIDER: 'replicate' });
  const editors = known(config, imageInput, 'REPLICATE_MODEL_IMAGE', 'REPLICATE_MODEL_IMAGE_FALLBACK');
  const readers = known(config, answerInput, 'REPLICATE_MODEL_TEXT', 'REPLICATE_MODEL_TEXT_FALLBACK');
  const replicate = connectReplicate({
    token: config.REPLICATE_API_TOKEN as string,
    baseUrl: config.REPLICATE_BASE_URL,
    clock,
    sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => {}),
    random: Math.random,
    log,
    onPrediction: (report) => {
      const { cost, ...fields } = report;
      log.info({ ...fields, cost_usd: cost }, 'prediction finished');
      measure(report);
    },
  });
  const inputs: InputUrlDependencies = { replicate, store, clock, log, transport: inputTransport(config) };

  const predict = <Order>(
    [first, second]: Known<Order>,
    order: Order,
    { deadline, signal }: HostedWork,
    checkpointName: string,
  ): Promise<Prediction> => {
    const candidate = ({ model, input }: Known<Order>[0]) => ({ model, input: input(order) });
    return replicate.predictWithFallback({
      candidates: [candidate(first), candidate(second)],
      deadline,
      signal,
      checkpoint: checkpointInStore(store, checkpointName),
    });
  };

  return {
    generateImage: ({ prompt, pictures }, work) =>
      withInputUrls(inputs, pictures, work, async (images) => {
        const prediction = await predict(editors, { prompt, images }, work, `${work.checkpointPrefix}prediction`);
        const { bytes } = await replicate.copyOutput(prediction.output);
        return { ...(await ownJpeg(bytes)), model: nameOf(prediction) };
      }),

    answer: ({ prompt, pictures, name, schema, instructions }, work) =>
      withInputUrls(inputs, pictures, work, async (images) => {
        const order = { instructions, prompt, images, answer: strictSchema(name, schema) };
        const { output } = await predict(readers, order, work, `${work.checkpointPrefix}prediction`);
        try {
          return structured(output, schema);
        } catch (error) {
          if (!(error instanceof StructuredOutputError)) throw error;
          const repair = { ...order, prompt: repairPrompt(prompt, error) };
          const repaired = await predict(readers, repair, work, `${work.checkpointPrefix}repair`);
          return repairedAnswer(repaired.output, schema);
        }
      }),

    close: () => replicate.close(),
  };
}

function measure({ model, status, seconds, cost }: PredictionReport): void {
  const [name = ''] = model.split(':');
  const attributes = { 'styling.provider': 'replicate', 'styling.model': name, 'styling.prediction.status': status };
  if (seconds !== undefined) record('styling.prediction.duration', seconds, attributes);
  count('styling.prediction.cost', cost ?? 0, attributes);
}

type Named<Order> = { readonly model: string; readonly input: (order: Order) => object };
type Known<Order> = readonly [Named<Order>, Named<Order>];
type ModelVariable = keyof ReplicateConfig & `REPLICATE_MODEL_${string}`;

function known<Order>(
  config: ReplicateConfig,
  inputOf: (model: string) => ((order: Order) => object) | undefined,
  first: ModelVariable,
  second: ModelVariable,
): Known<Order> {
  const one = (variable: ModelVariable): Named<Order> => {
    const input = inputOf(config[variable]);
    if (!input) throw new ConfigError(`${variable}: the inputs of this model are unknown; see libs/replicate/models`);
    return { model: config[variable], input };
  };
  return [one(first), one(second)];
}

/** Re-encodes a generated picture and marks it as generated; drops all other metadata. */
async function ownJpeg(bytes: Uint8Array): Promise<Omit<HostedPicture, 'model'>> {
  try {
    const { bytes: image, width, height } = await normaliseJpeg(bytes, { generated: true });
    return { image, width, height };
  } catch (cause) {
    // The model's fault, not the client's.
    throw new ServiceError('internal', {}, { cause });
  }
}

function repairedAnswer<Schema extends z.ZodType>(output: unknown, schema: Schema): z.output<Schema> {
  try {
    return structured(output, schema);
  } catch {
    // The original error is dropped because it quotes the answer.
    const cause = new ReplicateError('failed', 'answer does not match the schema, nor does the repaired one');
    throw new ServiceError('internal', {}, { cause });
  }
}

const nameOf = ({ model, version }: Prediction): string => (model.includes(':') ? model : `${model}:${version}`);
