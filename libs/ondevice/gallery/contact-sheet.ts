import { readFile } from 'node:fs/promises';
import { sharp } from '@styling/imaging';
import { filesOf, type Outcome } from './render.ts';

const COLUMNS = 4;
const cell = { width: 260, height: 340, text: 40 };

/**
 * Draws one JPEG with the picture of each outcome above its order, or the refusal in place of the picture.
 *
 * @param folder where the pictures are
 */
export async function contactSheet(outcomes: readonly Outcome[], folder: URL): Promise<Buffer> {
  const parts = await Promise.all(
    outcomes.map(async (outcome, index) => {
      const left = (index % COLUMNS) * cell.width;
      const top = Math.floor(index / COLUMNS) * (cell.height + cell.text);
      const caption = `${outcome.description}${outcome.scene === 'studio' ? '' : ` (${outcome.scene})`}`;
      return [
        outcome.refusal
          ? { input: await textOf(`Refused: ${outcome.refusal.message}`), left: left + 4, top: top + 100 }
          : { input: await pictureOf(new URL(filesOf(outcome.id).picture, folder)), left, top },
        { input: await textOf(caption), left: left + 4, top: top + cell.height + 4 },
      ];
    }),
  );
  const width = Math.min(outcomes.length, COLUMNS) * cell.width;
  const height = Math.ceil(outcomes.length / COLUMNS) * (cell.height + cell.text);
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite(parts.flat())
    .jpeg({ quality: 82 })
    .toBuffer();
}

const pictureOf = async (file: URL): Promise<Buffer> =>
  sharp(await readFile(file))
    .resize({ width: cell.width - 4, height: cell.height, fit: 'contain', background: 'white' })
    .png()
    .toBuffer();

const textOf = (text: string): Promise<Buffer> =>
  sharp({
    text: {
      text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      font: 'sans 9',
      rgba: true,
      width: cell.width - 12,
    },
  })
    .png()
    .toBuffer();
