import { z } from 'zod';

/** A language model's answer does not match its schema. */
export class StructuredOutputError extends Error {
  override readonly name = 'StructuredOutputError';
  readonly #answer: string;

  constructor(answer: string, options: ErrorOptions) {
    super('answer does not match the schema', options);
    this.#answer = answer;
  }

  /** The model's answer, for the repair prompt; not for logs. */
  get answer(): string {
    return this.#answer;
  }

  /** What is wrong with it, for the repair prompt; not for logs. */
  get problem(): string {
    return this.cause instanceof z.ZodError ? z.prettifyError(this.cause) : 'It is not valid JSON.';
  }
}

/**
 * Reads a language model's structured answer from its output: `json_output` if present, else the text (`text`, a string,
 * or a list of chunks) parsed as JSON, without surrounding code fences. Unknown fields are dropped.
 *
 * @throws StructuredOutputError
 */
export function structured<Schema extends z.ZodType>(output: unknown, schema: Schema): z.output<Schema> {
  const { json, text } = answerOf(output);
  try {
    return schema.parse(json ?? JSON.parse(withoutFences(text)));
  } catch (cause) {
    throw new StructuredOutputError(json === undefined ? text : JSON.stringify(json), { cause });
  }
}

function answerOf(output: unknown): { json?: unknown; text: string } {
  if (typeof output === 'string') return { text: output };
  if (Array.isArray(output)) return { text: output.filter((chunk) => typeof chunk === 'string').join('') };
  const { json_output: json, text } = (output ?? {}) as { json_output?: unknown; text?: unknown };
  return { ...(json !== null && json !== undefined && { json }), text: typeof text === 'string' ? text : '' };
}

/** The text itself if it starts like JSON, else its first fenced block. */
function withoutFences(text: string): string {
  if (/^\s*[{[]/.test(text)) return text;
  return /```(?:json)?\s*\n([\s\S]*?)\n?\s*```/i.exec(text)?.[1] ?? text;
}
