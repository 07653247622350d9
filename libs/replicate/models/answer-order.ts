import type { AnswerSchema } from '../strict-schema.ts';

/** What a vision-language model is asked for. */
export type AnswerOrder = {
  /** What it is to do, from us alone. */
  readonly instructions: string;
  /** The request, with what a caller wrote fenced off. */
  readonly prompt: string;
  /** Addresses of pictures the model can fetch. */
  readonly images: readonly string[];
  readonly answer: AnswerSchema;
};
