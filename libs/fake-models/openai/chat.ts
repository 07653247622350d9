import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer, FakeResponse, Received } from '../exchange.ts';
import { answerAbout } from '../replicate/answer-about.ts';
import type { OpenAiBehaviour } from './behaviour.ts';
import type { OpenAiDialect } from './dialects.ts';
import { unknownModel } from './edit-request.ts';
import { CHAT_REFUSAL } from './faults.ts';

/** A `POST /chat/completions` that was understood. */
export type ChatRequest = {
  readonly model: string;
  readonly instructions: string;
  readonly prompt: string;
  readonly pictures: readonly Uint8Array[];
  readonly schema: object | undefined;
};

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
]);
const body = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.union([z.string(), z.array(part)]) })),
  response_format: z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()), strict: z.boolean() }),
    })
    .optional(),
});
const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/;

/** Reads a chat, or returns the server's error. */
export function readChat(received: Received, dialect: OpenAiDialect): ChatRequest | FakeResponse {
  const { success, data } = body.safeParse(parsed(received.body));
  if (!success) return dialect.error(400, 'We could not parse the body of your request.');
  if (!dialect.models.includes(data.model)) return unknownModel(dialect, data.model);
  const parts = data.messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content).map((one) => ({
      role,
      ...one,
    })),
  );
  const text = (of: string) =>
    parts.flatMap((one) => (one.type === 'text' && one.role === of ? [one.text] : [])).join('\n');
  const urls = parts.flatMap((one) => (one.type === 'image_url' ? [one.image_url.url] : []));
  if (!urls.every((url) => DATA_URL.test(url))) return dialect.error(400, 'Failed to download image from URL');
  return {
    model: data.model,
    instructions: text('system'),
    prompt: text('user'),
    pictures: urls.map((url) => Buffer.from(url.replace(DATA_URL, ''), 'base64')),
    schema: data.response_format?.json_schema.schema,
  };
}

/** The completion of a chat. */
export async function complete(
  { model, instructions, prompt, pictures, schema }: ChatRequest,
  dialect: OpenAiDialect,
  { fault, content }: OpenAiBehaviour,
): Promise<Answer> {
  const answer = await answerAbout(schema ?? {}, { instructions, prompt, picture: pictures[0] });
  const text = content ?? (schema ? JSON.stringify(answer) : 'It is a fine outfit.');
  const isCut = fault === 'half a picture';
  const isDeclined = fault === 'declined';
  const shown = isCut ? text.slice(0, text.length / 2) : text;
  const message = {
    role: 'assistant',
    content: fault === 'empty' || isDeclined ? null : shown,
    refusal: isDeclined ? CHAT_REFUSAL : null,
  };
  return {
    status: 200,
    body: {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion',
      created: dialect.model.created,
      model,
      choices: [{ index: 0, message, finish_reason: isCut ? 'length' : 'stop' }],
      usage: { prompt_tokens: 900, completion_tokens: 120, total_tokens: 1020 },
    },
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
