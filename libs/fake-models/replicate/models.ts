import { schemaInText } from './answer.ts';
import { answerAbout } from './answer-about.ts';
import type { Ending } from './behaviour.ts';
import type { CreateRequest } from './create-request.ts';
import { paint } from './paint.ts';
import type { Outcome } from './prediction-record.ts';
import type { StoredFiles } from './stored-files.ts';

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
  const about = { instructions, prompt, picture: source };
  if (model.startsWith('openai/gpt-5')) {
    const schema = (input.json_schema as { format?: { schema?: object } } | undefined)?.format?.schema;
    const json_output = await answerAbout(schema ?? {}, about);
    return { output: { json_output, text: JSON.stringify(json_output) } };
  }
  if (model.startsWith('google/gemini')) {
    const schema = schemaInText(instructions);
    const text = schema
      ? `\`\`\`json\n${JSON.stringify(await answerAbout(schema, about))}\n\`\`\``
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
