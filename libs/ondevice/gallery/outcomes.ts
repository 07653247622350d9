import { readFile } from 'node:fs/promises';
import { sharp } from '@styling/imaging';

/** Result of an order: approximations of its picture, or code and message of its refusal, after a number of milliseconds. */
export type Outcome = {
  id: string;
  description: string;
  scene: string;
  milliseconds: number;
  approximations: readonly string[];
  refusal?: { code: string; message: string };
};

/** Files of an order in the gallery's folder; `reference` and `picture` only where there is one. */
export const filesOf = (id: string) => ({
  selfie: `${id}.selfie.jpg`,
  reference: `${id}.reference.jpg`,
  picture: `${id}.jpg`,
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const image = (file: string, title: string) => `<img alt="${title}" title="${title}" src="${file}" loading="lazy">`;

/** The gallery as one HTML page beside its pictures: selfie, reference, and picture or refusal of each order. */
export const page = (outcomes: readonly Outcome[], summary: string): string => `<!doctype html>
<meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 15px/1.4 system-ui; margin: 2rem; background: #eee }
  img { height: 560px; max-width: 32vw; object-fit: contain; vertical-align: top }
  h2 { font-size: 1rem; margin: 2rem 0 0 } p { margin: .2rem 0 .5rem } .refused { color: #b00 }
</style>
<h1>Previews of the embedded engine</h1>
<p>${escaped(summary)}</p>
${outcomes.map(section).join('\n')}
`;

function section({ id, description, scene, milliseconds, approximations, refusal }: Outcome): string {
  const files = filesOf(id);
  const result = refusal
    ? `<span class="refused">${escaped(`${refusal.code}: ${refusal.message}`)}</span>`
    : escaped(approximations.join(', '));
  const images = [
    image(files.selfie, 'selfie'),
    /^(flat|worn) /.test(scene) ? image(files.reference, 'reference') : '',
    refusal ? '' : image(files.picture, 'picture'),
  ];
  return `<section>
  <h2>${escaped(`${id}: ${description} (${scene})`)}</h2>
  <p>${(milliseconds / 1000).toFixed(2)} s ${result}</p>
  ${images.filter(Boolean).join(' ')}
</section>`;
}

/** Draws one JPEG with the picture of each outcome, from `folder`, or the refusal in place of the picture, above its order. */
export async function contactSheet(outcomes: readonly Outcome[], folder: URL): Promise<Buffer> {
  const drawCell = async ({ id, description, scene, refusal }: Outcome): Promise<Buffer> => {
    const upper = refusal
      ? { input: await textOf(`Refused: ${refusal.message}`), left: 4, top: 100 }
      : { input: await pictureOf(new URL(filesOf(id).picture, folder)), left: 0, top: 0 };
    const caption = await textOf(`${description}${scene === 'studio' ? '' : ` (${scene})`}`);
    return sharp({ create: { width: 260, height: 380, channels: 3, background: 'white' } })
      .composite([upper, { input: caption, left: 4, top: 344 }])
      .png()
      .toBuffer();
  };
  return sharp(await Promise.all(outcomes.map(drawCell)), { join: { across: 4, background: 'white' } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

const pictureOf = async (file: URL): Promise<Buffer> =>
  sharp(await readFile(file))
    .resize({ width: 256, height: 340, fit: 'contain', background: 'white' })
    .png()
    .toBuffer();

const textOf = (text: string): Promise<Buffer> =>
  sharp({ text: { text: escaped(text), font: 'sans 9', rgba: true, width: 248 } })
    .png()
    .toBuffer();
