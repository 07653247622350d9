import { type AnswerSchema, VendorError } from '@styling/model-api';
import { z } from 'zod';
import type { Api } from './api.ts';
import { type AskDependencies, ask, type Patience } from './ask.ts';

/** A question to a language model about pictures, JPEGs. */
export type Question = {
  /** The system instructions, without any user text. */
  readonly instructions: string;
  /** The request, with user text fenced. */
  readonly prompt: string;
  readonly pictures: readonly Uint8Array[];
  readonly answer: AnswerSchema;
};

export const COMPLETIONS = '/chat/completions';
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

/** Asks a language model for text that conforms to a schema, which servers without schemas find in the instructions. @throws VendorError; see `ask` */
export async function completeChat(
  deps: AskDependencies & { readonly api: Api },
  model: string,
  question: Question,
  patience: Patience,
): Promise<string> {
  const body = await ask(deps, patience, (limits) => deps.api.post(COMPLETIONS, bodyOf(model, question), limits));
  const { success, data } = completion.safeParse(body);
  const [choice] = success ? data.choices : [];
  if (choice?.message.refusal || choice?.finish_reason === 'content_filter') {
    throw new VendorError('refused', 'declined by the model');
  }
  if (!choice?.message.content) throw new VendorError('failed', 'answer without text');
  return choice.message.content;
}

const bodyOf = (model: string, { instructions, prompt, pictures, answer: { name, schema } }: Question): object => ({
  model,
  messages: [
    {
      role: 'system',
      content: [
        instructions,
        'Answer with one JSON document and nothing else, valid against this JSON schema:',
        JSON.stringify(schema),
      ].join('\n'),
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: prompt },
        ...pictures.map((bytes) => ({
          type: 'image_url',
          image_url: { url: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}` },
        })),
      ],
    },
  ],
  response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
});
