import type { AnswerOrder } from './answer-order.ts';

/** Google's quick vision-language model: the fallback for answers. It enforces no schema: it is told of it in words. */
export const GEMINI_3_FLASH = 'google/gemini-3-flash';

/** At most ten pictures of 7 MB. Output: text, or a list of its chunks. */
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
