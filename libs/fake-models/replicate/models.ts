import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { answer, schemaInText } from './answer.ts';
import type { Ending } from './behaviour.ts';
import type { CreateRequest } from './create-request.ts';
import { paint } from './paint.ts';
import type { Outcome } from './prediction-record.ts';
import type { StoredFiles } from './stored-files.ts';

/** The number of outfits in a prompt, e.g. "2 outfits" or "num_outfits: 2". */
const COUNT = /\b([1-9])\s+(?:\w+\s+)?outfits\b|outfits\W{1,4}([1-9])\b/i;
const DEFAULT_COUNT = 3;
const EMPTY_ALLOWED = /\bempty list\b/i;
/** Standard deviation of a channel, of 255, below which a picture counts as plain. */
const PLAIN_SPREAD = 2;
const OTHER = { jpeg: 'png', png: 'jpeg' } as const;

/** Runs a fake model; its inputs and the shapes of its outputs are those of the real one. */
export async function runModel(
  { model, input }: Pick<CreateRequest, 'model' | 'input'>,
  files: StoredFiles,
  { mislabelled, deliveries }: Ending = {},
): Promise<Outcome> {
  const prompt = String(input.prompt);
  const instructions = String(input.instructions ?? input.system_instruction);
  const [url] = [input.image_input, input.input_images, input.images].flat().filter((one) => typeof one === 'string');
  const source = url === undefined ? undefined : await files.fetchInput(url).catch(() => null);
  const unreadable = { error: `Failed to load the input image from ${url}` };
  if (source === null) return unreadable;
  // An empty answer only for a plain picture, and only if the instructions allow it.
  const seesNothing = source !== undefined && EMPTY_ALLOWED.test(instructions) && (await isPlain(source));
  const count = seesNothing ? 0 : Number(COUNT.exec(prompt)?.slice(1).find(Boolean) ?? DEFAULT_COUNT);
  const [first = 0] = createHash('sha256').update(prompt).digest();
  if (model.startsWith('openai/gpt-5')) {
    const schema = (input.json_schema as { format?: { schema?: object } } | undefined)?.format?.schema;
    const json_output = answer(schema ?? {}, count, first);
    return { output: { json_output, text: JSON.stringify(json_output) } };
  }
  if (model.startsWith('google/gemini')) {
    const schema = schemaInText(instructions);
    const text = schema
      ? `\`\`\`json\n${JSON.stringify(answer(schema, count, first))}\n\`\`\``
      : 'It is a fine outfit.';
    return { output: text.match(/[\s\S]{1,20}/g) };
  }
  const format = input.output_format === 'png' ? 'png' : 'jpeg';
  try {
    const picture = await paint(prompt, source, { aspectRatio: input.aspect_ratio, format });
    const label = mislabelled ? OTHER[format] : format;
    const address = files.deliver(picture, label, deliveries);
    return { output: model.startsWith('bytedance/') ? [address] : address };
  } catch {
    return unreadable;
  }
}

/** Whether a picture has a single colour; false if it cannot be decoded. */
async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => undefined);
  return stats?.channels.every(({ stdev }) => stdev < PLAIN_SPREAD) ?? false;
}
