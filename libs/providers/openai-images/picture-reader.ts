import { z } from 'zod';
import {
  instructionsWithSchema,
  type ModelDependencies,
  modelInputs,
  type OpenedModel,
  type PictureReader,
  type Question,
  structuredAnswer,
  VendorError,
} from '../frame/index.ts';
import { ASKED, MAX_SIDE } from './image-editor.ts';
import { madeOnce } from './made-once.ts';
import { endpointsOf, openServer } from './server.ts';
import type { OpenAiConfig } from './variables.ts';

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

/**
 * Opens a server of `POST /chat/completions`.
 *
 * @throws ConfigError of one line that names the wrong variable
 */
export async function openReader(config: OpenAiConfig, deps: ModelDependencies): Promise<OpenedModel<PictureReader>> {
  const { chat: endpoint } = endpointsOf(config);
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
        const { bytes } = await madeOnce(deps, server, work, { what }, async ({ model }, ask) => {
          const body = bodyOf(model, question, pictures);
          return Buffer.from(textOf(await ask((options) => server.api.complete(body, options))));
        });
        return Buffer.from(bytes).toString();
      });
    },
    close: server.close,
  };
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

const bodyOf = (model: string, question: Question, pictures: readonly { readonly bytes: Uint8Array }[]) => ({
  model,
  messages: [
    { role: 'system' as const, content: instructionsWithSchema(question) },
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: question.prompt },
        ...pictures.map(({ bytes }) => ({
          type: 'image_url' as const,
          image_url: { url: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}` },
        })),
      ],
    },
  ],
  response_format: {
    type: 'json_schema' as const,
    json_schema: {
      name: question.answer.name,
      schema: question.answer.schema as Record<string, unknown>,
      strict: true,
    },
  },
});
