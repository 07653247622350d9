import type { AnswerSchema } from '@styling/model-api';

/** An order to a vision-language model. */
export type AnswerOrder = {
  /** The system instructions, without any user text. */
  readonly instructions: string;
  /** The request, with user text fenced. */
  readonly prompt: string;
  /** URLs the model can fetch. */
  readonly images: readonly string[];
  readonly answer: AnswerSchema;
};

/** OpenAI's models with an enforced schema, the default for answers. */
export const GPT_5_STRUCTURED = 'openai/gpt-5-structured';
/** Google's fast vision-language model, the fallback for answers. */
export const GEMINI_3_FLASH = 'google/gemini-3-flash';

/** Output: `{ json_output, text }`. */
export const gpt5StructuredInput = ({ instructions, prompt, images, answer }: AnswerOrder): object => ({
  model: 'gpt-5-mini',
  reasoning_effort: 'minimal',
  verbosity: 'low',
  instructions,
  prompt,
  image_input: images,
  json_schema: { format: { type: 'json_schema', name: answer.name, schema: answer.schema } },
});

/** Takes at most ten images of 7 MB and enforces no schema: the prompt includes it. Output: text, or a list of chunks. */
export const gemini3FlashInput = ({ instructions, prompt, images, answer }: AnswerOrder): object => ({
  system_instruction: [
    instructions,
    'Answer with one JSON document and nothing else, valid against this JSON schema:',
    JSON.stringify(answer.schema),
  ].join('\n'),
  prompt,
  images,
  thinking_level: 'low',
  max_output_tokens: 8_192,
});

/** Builds the input of the vision-language model `owner/name` or `owner/name:<version>`; undefined for an unknown one. */
export function answerInput(model: string): ((order: AnswerOrder) => object) | undefined {
  const [name = ''] = model.split(':');
  if (name === GPT_5_STRUCTURED) return gpt5StructuredInput;
  return /^google\/gemini-[\w.-]+$/.test(name) ? gemini3FlashInput : undefined;
}
