import { publicOnly } from '@styling/fetching';
import type { OpenAI } from 'openai';
import { z } from 'zod';
import {
  downloadPicture,
  type ImageEditor,
  instructionsWithSchema,
  type ModelDependencies,
  type ModelWork,
  madeOnce,
  modelInputs,
  type OpenedModel,
  outputSize,
  type PictureOrder,
  type PictureReader,
  pausing,
  pictureOnce,
  type Question,
  structuredAnswer,
  VendorError,
  vendorName,
} from '../frame/index.ts';
import { type Discovery, endpointOf, openServer, type Server } from './server.ts';
import type { OpenAiConfig } from './variables.ts';

/** Longest side of a picture given to a model, in pixels. */
const MAX_SIDE = 1536;
/** Progress from which the picture is made what is returned. */
const MADE = 0.9;
const ASKED = 0.1;
const MIME_TYPE = 'image/jpeg';

type JpegPicture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

const editReply = z.object({
  data: z.array(z.object({ b64_json: z.string().min(1).nullish(), url: z.string().min(1).nullish() })).min(1),
});

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish().catch(undefined) }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/** Opens a server of `POST /images/edits`. @throws ConfigError of one line that names the wrong variable */
export async function openEditor(config: OpenAiConfig, deps: ModelDependencies): Promise<OpenedModel<ImageEditor>> {
  const endpoint = endpointOf(config, 'OPENAI_IMAGES');
  const server = await openServer(endpoint, deps.log);
  const { OPENAI_IMAGES_SIZE: size, OPENAI_IMAGES_USD: usd } = config;
  return {
    concurrency: config.OPENAI_IMAGES_CONCURRENCY,
    models: server.models,
    isPaid: endpoint.isPaid,
    abilities: {
      references: config.OPENAI_IMAGES_MAX_PICTURES - 1,
      // Not known while the server is not up.
      seed: server.known?.dialect.hasSeed ?? false,
    },
    async generateImage(order, work) {
      const pictures = await modelInputs(order.pictures, MAX_SIDE);
      work.progress?.('generating', ASKED);
      const made = await pictureOnce(deps, server, order, work, usd, async (ask, seed) => {
        const found = await server.find();
        const asked = sizeOf(found, pictures, size);
        const form = formOf(found, { ...order, seed }, pictures, asked);
        const post: Parameters<typeof server.call>[1] = (client) => client.post(endpoint.path, { body: form });
        const { data } = editReply.safeParse(jsonIn(await ask((options) => server.call(options, post))));
        const [first] = data?.data ?? [];
        if (!first?.b64_json && !first?.url) throw new VendorError('failed', 'answer without a picture');
        const bytes = first.b64_json
          ? Buffer.from(first.b64_json, 'base64')
          : await pictureAt(deps, server, first.url ?? '', work);
        return {
          bytes,
          model: vendorName(found.model),
          aspect: aspectOf(asked),
          ...(found.dialect.hasSeed && { seed }),
        };
      });
      work.progress?.('generating', MADE);
      return made;
    },
    close: server.close,
  };
}

/** Opens a server of `POST /chat/completions`. @throws ConfigError of one line that names the wrong variable */
export async function openReader(config: OpenAiConfig, deps: ModelDependencies): Promise<OpenedModel<PictureReader>> {
  const endpoint = endpointOf(config, 'OPENAI_CHAT');
  const server = await openServer(endpoint, deps.log);
  return {
    concurrency: config.OPENAI_IMAGES_CONCURRENCY,
    models: server.models,
    isPaid: endpoint.isPaid,
    async answer(order, work) {
      const pictures = await modelInputs(order.pictures, MAX_SIDE);
      work.progress?.('analysing', ASKED);
      return structuredAnswer(order, async (question, isRepair) => {
        const what = isRepair ? 'repair' : 'text';
        const { bytes } = await madeOnce(deps, server, work, { what }, async (ask) => {
          const { model } = await server.find();
          const body = bodyOf(model, question, pictures);
          const reply = await ask((options) => server.call(options, ({ chat }) => chat.completions.create(body)));
          return { bytes: Buffer.from(textOf(jsonIn(reply))), mimeType: 'text/plain', model: vendorName(model) };
        });
        return Buffer.from(bytes).toString();
      });
    },
    close: server.close,
  };
}

/** The size that is asked for: as configured, else upright, or with the aspect of the selfie where the server takes any. */
function sizeOf({ dialect }: Discovery, [person]: readonly JpegPicture[], configured: string | undefined): string {
  if (configured !== undefined || dialect.size !== 'any' || !person) return configured ?? dialect.size;
  const { width, height } = outputSize(person);
  return `${width}x${height}`;
}

/** Undefined for `auto`. */
function aspectOf(size: string): number | undefined {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return height > 0 ? width / height : undefined;
}

/** @throws VendorError `failed` */
function jsonIn({ body }: { readonly body: unknown }): unknown {
  if (body === undefined) throw new VendorError('failed', 'response is not JSON');
  return body;
}

function formOf({ dialect, model }: Discovery, order: PictureOrder, pictures: readonly JpegPicture[], size: string) {
  const form = new FormData();
  form.append('model', model);
  form.append('prompt', order.prompt);
  form.append('size', size);
  for (const [name, value] of Object.entries(dialect.parameters)) form.append(name, value);
  if (dialect.hasSeed && order.seed !== undefined) form.append('seed', String(order.seed));
  for (const [index, { bytes }] of pictures.entries()) {
    form.append(dialect.pictureField, new Blob([new Uint8Array(bytes)], { type: MIME_TYPE }), `image-${index + 1}.jpg`);
  }
  return form;
}

/** The picture at an address that the server gave: its own, perhaps relative, or on the public internet. */
async function pictureAt(deps: ModelDependencies, server: Server, address: string, { deadline, signal }: ModelWork) {
  const base = new URL(server.endpoint.baseUrl);
  const url = URL.parse(address, base.href);
  if (!url) throw new VendorError('failed', 'answer with an invalid address');
  if (url.origin !== base.origin) {
    return downloadPicture(pausing(deps), url.href, { policy: publicOnly }, deadline).catch(notDownloaded);
  }
  const timeoutMs = Math.max(1, deadline.getTime() - deps.clock().getTime());
  const reply = await server.call({ timeoutMs, signal }, (client) => client.get(url.href));
  return reply.outcome === 'answered' && reply.status === 200 ? reply.bytes : notDownloaded(reply);
}

/** The picture was made, and perhaps paid, whatever became of it. */
function notDownloaded(cause: unknown): never {
  if (cause instanceof VendorError && cause.kind !== 'unavailable') throw cause;
  throw new VendorError('ambiguous', 'could not download picture', { cause });
}

/** @throws VendorError `refused`, `failed` */
function textOf(body: unknown): string {
  const [choice] = completion.safeParse(body).data?.choices ?? [];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw new VendorError('refused', 'declined by the model');
  }
  if (!choice?.message.content) throw new VendorError('failed', 'answer without text');
  return choice.message.content;
}

const bodyOf = (
  model: string,
  question: Question,
  pictures: readonly JpegPicture[],
): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
  model,
  messages: [
    { role: 'system', content: instructionsWithSchema(question) },
    {
      role: 'user',
      content: [
        { type: 'text', text: question.prompt },
        ...pictures.map(({ bytes }) => ({
          type: 'image_url' as const,
          image_url: { url: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}` },
        })),
      ],
    },
  ],
  response_format: {
    type: 'json_schema',
    json_schema: { ...question.answer, strict: true },
  },
});
