import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { answer } from './answer.ts';

/** The number of outfits in a prompt, e.g. "2 outfits" or "num_outfits: 2". */
const COUNT = /\b([1-9])\s+(?:\w+\s+)?outfits\b|outfits\W{1,4}([1-9])\b/i;
const DEFAULT_COUNT = 3;
const EMPTY_ALLOWED = /\bempty list\b/i;
/** Standard deviation of a channel, of 255, below which a picture counts as plain. */
const PLAIN_SPREAD = 2;

type Question = {
  readonly instructions: string;
  readonly prompt: string;
  readonly picture: Uint8Array | undefined;
};

/** A language model's answer that conforms to `schema`: an empty one only about a plain picture, and only if the instructions allow it. */
export async function answerAbout(schema: object, { instructions, prompt, picture }: Question): Promise<unknown> {
  const seesNothing = picture !== undefined && EMPTY_ALLOWED.test(instructions) && (await isPlain(picture));
  const count = seesNothing ? 0 : Number(COUNT.exec(prompt)?.slice(1).find(Boolean) ?? DEFAULT_COUNT);
  const [first = 0] = createHash('sha256').update(prompt).digest();
  return answer(schema, count, first);
}

/** Whether a picture has a single colour; false if it cannot be decoded. */
async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => undefined);
  return stats?.channels.every(({ stdev }) => stdev < PLAIN_SPREAD) ?? false;
}
