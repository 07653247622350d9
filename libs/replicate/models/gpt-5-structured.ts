import type { AnswerOrder } from './answer-order.ts';

/** OpenAI's models with an enforced schema: the default for answers. */
export const GPT_5_STRUCTURED = 'openai/gpt-5-structured';

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
