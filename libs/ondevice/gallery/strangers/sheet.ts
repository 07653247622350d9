import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sharp } from '@styling/imaging';
import type { Half } from './photograph.ts';
import { folderOf, type Outcome } from './render.ts';

const columns = 3;
const rows = 4;
const cell = { width: 620, height: 400, text: 34 };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes contact sheets of 3 x 4 pairs, before and after, as `sheet-N.png` in the run's folder; gives their paths. */
export async function writeSheets(run: string, half: Half, outcomes: readonly Outcome[]): Promise<string[]> {
  const folder = folderOf(run, half);
  const paths: string[] = [];
  for (let first = 0; first < outcomes.length; first += columns * rows) {
    const path = fileURLToPath(new URL(`sheet-${paths.length + 1}.png`, folder));
    await writeSheet(path, folder, outcomes.slice(first, first + columns * rows));
    paths.push(path);
  }
  return paths;
}

async function writeSheet(path: string, folder: URL, outcomes: readonly Outcome[]): Promise<void> {
  const pictures = await Promise.all(
    outcomes.map(async (outcome, k) => {
      const left = (k % columns) * cell.width;
      const top = Math.floor(k / columns) * cell.height;
      const before = await fitted(new URL(`${outcome.photograph}.before.jpg`, folder));
      const after = outcome.code ? undefined : await fitted(new URL(`${outcome.id}.jpg`, folder));
      return [
        { input: before, left, top: top + cell.text },
        ...(after ? [{ input: after, left: left + cell.width / 2, top: top + cell.text }] : []),
        { input: await caption(outcome), left, top },
      ];
    }),
  );
  const size = { width: columns * cell.width, height: rows * cell.height };
  await sharp({ create: { ...size, channels: 3, background: '#555' } })
    .composite(pictures.flat())
    .png()
    .toFile(path);
}

const fitted = async (file: URL) =>
  sharp(await readFile(file))
    .resize({ width: cell.width / 2 - 4, height: cell.height - cell.text - 4, fit: 'contain', background: '#777' })
    .png()
    .toBuffer();

/** Two lines of text: the order, and what was approximated or why it was refused. */
function caption({ id, description, scene, approximations, code }: Outcome): Promise<Buffer> {
  const order = `${id}: ${description}${scene === 'studio' ? '' : ` (${scene})`}`;
  const result = code ? `refused: ${code}` : approximations.join(', ');
  const text = `<span foreground="white">${escaped(order)}\n${escaped(result) || ' '}</span>`;
  return sharp({ text: { text, font: 'sans 9', rgba: true } })
    .png()
    .toBuffer()
    .then((drawn) =>
      sharp(drawn)
        .resize({ width: cell.width - 4, height: cell.text, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer(),
    );
}
