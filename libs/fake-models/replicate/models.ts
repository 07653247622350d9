import { answer, schemaInText } from './answer.ts';
import { paint } from './paint.ts';
import type { Outcome } from './prediction-record.ts';

type Input = Readonly<Record<string, unknown>>;

/** What a model is run with. */
export type ModelRun = {
  readonly model: string;
  readonly input: Input;
  /** Fetches a picture by the address a client gave. */
  readonly fetchInput: (url: string) => Promise<Uint8Array>;
  /** Keeps a picture for delivery and returns its address. */
  readonly deliver: (bytes: Uint8Array, format: 'jpeg' | 'png') => string;
};

/** Outfits asked for in words, e.g. "2 outfits" or "num_outfits: 2". */
const COUNT = /\b([1-9])\s+(?:\w+\s+)?outfits\b|outfits\W{1,4}([1-9])\b/i;
const DEFAULT_COUNT = 3;

/** What a model makes of its input; the inputs and the shapes of the outputs are the real ones'. */
export async function runModel({ model, input, fetchInput, deliver }: ModelRun): Promise<Outcome> {
  const prompt = String(input.prompt);
  const count = Number(COUNT.exec(prompt)?.slice(1).find(Boolean) ?? DEFAULT_COUNT);
  if (model.startsWith('openai/gpt-5')) {
    const schema = (input.json_schema as { format?: { schema?: object } } | undefined)?.format?.schema;
    const json_output = answer(schema ?? {}, count);
    return { output: { json_output, text: JSON.stringify(json_output) } };
  }
  if (model.startsWith('google/gemini')) {
    const schema = schemaInText(String(input.system_instruction));
    const text = schema ? `\`\`\`json\n${JSON.stringify(answer(schema, count))}\n\`\`\`` : 'It is a fine outfit.';
    return { output: text.match(/[\s\S]{1,20}/g) };
  }
  const [source] = [input.image_input, input.input_images].flat().filter((url) => typeof url === 'string');
  const format = input.output_format === 'png' ? 'png' : 'jpeg';
  try {
    const picture = await paint(prompt, source === undefined ? undefined : await fetchInput(source), {
      aspectRatio: input.aspect_ratio,
      format,
    });
    const url = deliver(picture, format);
    return { output: model.startsWith('bytedance/') ? [url] : url };
  } catch {
    return { error: `Failed to load the input image from ${source}` };
  }
}
