import { fileURLToPath } from 'node:url';
import { sharp } from '@styling/imaging';
import type { Engine } from '../engine.ts';
import { cases } from './cases.ts';
import { show } from './show.ts';

/** What the engine does well, and what it does poorly, on the photographs of this repository. */
const SHOWN = [
  'hopper: navy blazer with a white t-shirt',
  'hopper: black turtleneck',
  'hopper, own scene: camel coat with a white t-shirt',
  'astronaut: navy and white striped sweater',
  'hopper: floral dress',
  'hopper: brown leather jacket with a cream sweater',
  'astronaut: white t-shirt',
  'astronaut: black leather jacket',
];
const COLUMNS = 4;
const cell = { width: 260, height: 340, text: 26 };
const file = fileURLToPath(new URL('../../../docs/example/contact-sheet.jpg', import.meta.url));

/** Renders {@link SHOWN} into one picture of the documentation, good cases above poor ones. @returns its path */
export async function writeContactSheet(engine: Engine): Promise<string> {
  const pictures: { input: Buffer; left: number; top: number }[] = [];
  for (const [index, name] of SHOWN.entries()) {
    const found = cases.find((one) => one.name === name);
    if (!found) throw new Error(`no case ${name}`);
    const { after } = await show(engine, found);
    const left = (index % COLUMNS) * cell.width;
    const top = Math.floor(index / COLUMNS) * (cell.height + cell.text);
    const size = { width: cell.width - 4, height: cell.height, fit: 'contain', background: 'white' } as const;
    pictures.push({ input: await sharp(after).resize(size).png().toBuffer(), left, top });
    pictures.push({ input: await caption(found.description), left: left + 4, top: top + cell.height + 4 });
  }
  const rows = Math.ceil(SHOWN.length / COLUMNS);
  const size = { width: COLUMNS * cell.width, height: rows * (cell.height + cell.text) };
  await sharp({ create: { ...size, channels: 3, background: 'white' } })
    .composite(pictures)
    .jpeg({ quality: 82 })
    .toFile(file);
  return file;
}

const caption = (text: string): Promise<Buffer> =>
  sharp({ text: { text, font: 'sans 9', rgba: true, width: cell.width - 12 } })
    .png()
    .toBuffer();
