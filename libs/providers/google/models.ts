import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { z } from 'zod';
import {
  type CallOptions,
  callThrough,
  connectAttempts,
  type ImageEditor,
  type ModelDependencies,
  madeOnce,
  modelInputs,
  type OpenedModel,
  type PictureReader,
  pictureOnce,
  type Question,
  structuredAnswer,
  VendorError,
} from '../frame/index.ts';
import type { GoogleConfig } from './variables.ts';

const PROVIDER = 'google';
/** Longest side of a picture given to a model, in pixels: a request has at most 20 MB. */
const MAX_SIDE = 1_536;
/** Pictures of one request, the selfie among them. */
const MOST_PICTURES = 14;
const ASKED = 0.1;

type Jpeg = { readonly bytes: Uint8Array };
const mediaType = 'image/jpeg';

/** Opens a Gemini model that makes pictures. */
export async function openEditor(config: GoogleConfig, deps: ModelDependencies): Promise<OpenedModel<ImageEditor>> {
  const { models, call, close } = connect(config, config.GOOGLE_MODEL_IMAGE);
  const vendor = { provider: PROVIDER, isPaid: true, models };
  return {
    concurrency: config.GOOGLE_CONCURRENCY,
    models,
    abilities: { references: MOST_PICTURES - 1 },
    async generateImage(order, work) {
      const pictures = await modelInputs(order.pictures, MAX_SIDE);
      work.progress?.('generating', ASKED);
      return pictureOnce(deps, vendor, order, work, config.GOOGLE_IMAGE_USD, async (ask) => {
        const files = pictures.map(({ bytes }) => ({ type: 'file' as const, mediaType, data: bytes }));
        const { body } = await ask((options) =>
          call(options, (google) =>
            google.image(config.GOOGLE_MODEL_IMAGE).doGenerate({
              prompt: order.prompt,
              files,
              aspectRatio: '3:4',
              n: 1,
              size: undefined,
              seed: undefined,
              mask: undefined,
              providerOptions: {},
            }),
          ),
        );
        const data = partsOf(body).find(({ inlineData }) => inlineData)?.inlineData?.data;
        // A model that declines in words has drawn nothing.
        if (!data) throw new VendorError('refused', 'answer without a picture');
        return { bytes: Buffer.from(data, 'base64'), model: config.GOOGLE_MODEL_IMAGE, aspect: 3 / 4 };
      });
    },
    close,
  };
}

/** Opens a Gemini model that reads pictures. */
export async function openReader(config: GoogleConfig, deps: ModelDependencies): Promise<OpenedModel<PictureReader>> {
  const model = config.GOOGLE_MODEL_TEXT;
  const { models, call, close } = connect(config, model);
  const vendor = { provider: PROVIDER, isPaid: true, models };
  return {
    concurrency: config.GOOGLE_CONCURRENCY,
    models,
    async answer(order, work) {
      const pictures = await modelInputs(order.pictures, MAX_SIDE);
      work.progress?.('analysing', ASKED);
      return structuredAnswer(order, async (question, isRepair) => {
        const what = isRepair ? 'repair' : 'text';
        const { bytes } = await madeOnce(deps, vendor, work, { what }, async (ask) => {
          const { body } = await ask((options) =>
            call(options, (google) => google.languageModel(model).doGenerate(questionOf(question, pictures))),
          );
          const text = partsOf(body)
            .map(({ text = '', thought }) => (thought ? '' : text))
            .join('');
          if (!text) throw new VendorError('failed', 'answer without text');
          return { bytes: Buffer.from(text), mimeType: 'text/plain', model };
        });
        return Buffer.from(bytes).toString();
      });
    },
    close,
  };
}

type Client = ReturnType<typeof createGoogleGenerativeAI>;

function connect({ GOOGLE_API_KEY: apiKey, GOOGLE_BASE_URL: baseURL }: GoogleConfig, model: string) {
  const { attempt, close } = connectAttempts();
  const call = (options: CallOptions, use: (google: Client) => PromiseLike<unknown>) =>
    callThrough(attempt, options, async (fetch) => use(createGoogleGenerativeAI({ apiKey, baseURL, fetch })));
  return { models: [model], call, close };
}

const questionOf = ({ instructions, prompt, answer }: Question, pictures: readonly Jpeg[]) => ({
  prompt: [
    { role: 'system' as const, content: instructions },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: prompt },
        ...pictures.map(({ bytes }) => ({
          type: 'file' as const,
          mediaType,
          data: { type: 'data' as const, data: bytes },
        })),
      ],
    },
  ],
  responseFormat: { type: 'json' as const, name: answer.name, schema: answer.schema },
});

const part = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  inlineData: z.object({ data: z.string().min(1) }).optional(),
});
const generated = z.object({
  promptFeedback: z.object({ blockReason: z.string().optional() }).nullish(),
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(part).catch([]) }).nullish(),
        finishReason: z.string().nullish(),
      }),
    )
    .default([]),
});

/** Why a candidate ends when a filter ended it. */
const FILTERED = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII/;

/** @throws VendorError `refused`: by a filter of the prompt or of the answer; `failed` */
function partsOf(body: unknown): readonly z.output<typeof part>[] {
  const { data } = generated.safeParse(body);
  if (!data) throw new VendorError('failed', 'unreadable response');
  const [candidate] = data.candidates;
  const reason = data.promptFeedback?.blockReason ?? candidate?.finishReason ?? '';
  if (data.promptFeedback?.blockReason || FILTERED.test(reason)) {
    throw new VendorError('refused', 'refused by a safety filter', { code: reason });
  }
  return candidate?.content?.parts ?? [];
}
