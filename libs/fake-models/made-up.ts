import { createHash } from 'node:crypto';
import sharp from 'sharp';

const HEIGHT = 1024;
/** A prompt for a white studio gets the source smaller on white. */
const WHITE_GROUND = /\bwhite background\b/i;
const SHARE_ON_WHITE = 0.6;

/** Digest by which a picture that is no source changes what is painted. */
export const digestOf = (bytes: Uint8Array = Buffer.alloc(0)): string =>
  createHash('sha256').update(bytes).digest('hex');

/** What image editors get wrong: they return the source, or a picture of another aspect than was asked for. */
export type PaintingFault = 'unchanged' | 'another aspect';

/** Stands in for an image editor: `source` mirrored, tinted by the prompt and cropped; without one a plain colour. */
export async function paint(
  prompt: string,
  source: Uint8Array | undefined,
  options: {
    readonly aspectRatio?: unknown;
    readonly format: 'jpeg' | 'png';
    readonly fault?: PaintingFault | undefined;
  },
): Promise<Buffer> {
  const { format, fault } = options;
  const aspectRatio = fault === 'another aspect' ? '16:9' : options.aspectRatio;
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(prompt).digest();
  const [, wide, high] = /^(\d+):(\d+)$/.exec(String(aspectRatio)) ?? [];
  const width = wide && high ? Math.round((HEIGHT * Number(wide)) / Number(high)) : undefined;
  const ground = { width: width ?? HEIGHT, height: HEIGHT, channels: 3 as const, background: { r, g, b } };
  const sized = source
    ? sharp(source, { failOn: 'error' })
        .autoOrient()
        .resize({ ...(width && { width }), height: HEIGHT, fit: 'cover' })
    : sharp({ create: ground });
  if (fault === 'unchanged') return sized.flatten({ background: 'white' }).toFormat(format).toBuffer();
  const image = source ? sized.flop().tint({ r, g, b }) : sized;
  const picture = await image.flatten({ background: 'white' }).toFormat(format).toBuffer();
  if (!WHITE_GROUND.test(prompt)) return picture;
  const size = await sharp(picture).metadata();
  const smaller = await sharp(picture)
    .resize({ width: Math.round(size.width * SHARE_ON_WHITE) })
    .toBuffer();
  return sharp({ create: { width: size.width, height: size.height, channels: 3, background: 'white' } })
    .composite([{ input: smaller }])
    .toFormat(format)
    .toBuffer();
}

type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
};
type Question = {
  readonly instructions: string;
  readonly prompt: string;
  readonly picture: Uint8Array | undefined;
};

/** Values for the fields of an answer, by field name; the nth element of a list takes the nth value. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  item: ['blazer', 'straight trousers', 'leather sneakers'],
  description: ['a tailored single-breasted blazer', 'high-waisted straight trousers', 'plain low-top sneakers'],
  color: ['navy', 'beige', 'white'],
  category: ['top', 'bottom', 'shoes'],
  style_tags: ['smart casual', 'minimal'],
  search_query: ['navy tailored blazer', 'beige straight trousers', 'white leather sneakers'],
  items: ['navy blazer', 'white shirt', 'grey trousers', 'brown loafers'],
  style: ['formal', 'smart casual', 'minimal', 'casual'],
  clothing: ['navy blazer and white shirt', 'beige linen shirt and blue chinos', 'black sweater and grey trousers'],
};
/** The number of outfits in a prompt, e.g. "2 outfits" or "num_outfits: 2". */
const COUNT = /\b([1-9])\s+(?:\w+\s+)?outfits\b|outfits\W{1,4}([1-9])\b/i;
const DEFAULT_COUNT = 3;
/** Standard deviation of a channel, of 255, below which a picture counts as plain. */
const PLAIN_SPREAD = 2;

/** Stands in for a language model: conforms to `schema`, varies by prompt, empty for a plain picture if allowed. */
export async function answerAbout(schema: JsonSchema, { instructions, prompt, picture }: Question): Promise<unknown> {
  const isEmptyAllowed = picture !== undefined && /\bempty list\b/i.test(instructions);
  const isEmpty = isEmptyAllowed && (await isPlain(picture));
  const count = isEmpty ? 0 : Number(COUNT.exec(prompt)?.slice(1).find(Boolean) ?? DEFAULT_COUNT);
  const [first = 0] = createHash('sha256').update(prompt).digest();
  return conforming(schema, '', 0);

  function conforming({ type, enum: options, properties, items }: JsonSchema, key: string, at: number): unknown {
    if (options) return options[at % options.length];
    if (type === 'object') {
      const fields = Object.entries(properties ?? {});
      return Object.fromEntries(fields.map(([name, of]) => [name, conforming(of, name, at)]));
    }
    if (type === 'array') {
      const length = items?.type === 'object' ? count : 2;
      return Array.from({ length }, (_, nth) => conforming(items ?? {}, key, nth));
    }
    if (type === 'boolean') return true;
    if (type === 'number' || type === 'integer') return at + 1;
    const words = WORDS[key] ?? [`some ${key}`];
    return words[(first + at) % words.length];
  }
}

/** Whether a picture has a single colour; false if it cannot be decoded. */
async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => undefined);
  return stats?.channels.every(({ stdev }) => stdev < PLAIN_SPREAD) ?? false;
}

/** The schema inside a prompt: its first line in braces. */
export const schemaInText = (text: string): JsonSchema =>
  JSON.parse(text.split('\n').find((line) => line.startsWith('{')) ?? '{}');
