import { filesOf, type Outcome } from './render.ts';

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
