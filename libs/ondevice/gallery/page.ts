import type { Shown } from './show.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const picture = (jpeg: Buffer | undefined, title: string) =>
  jpeg ? `<img alt="${title}" title="${title}" src="data:image/jpeg;base64,${jpeg.toString('base64')}">` : '';
const figure = (label: string, value: number | undefined, bad: boolean) =>
  value === undefined ? '' : `<span${bad ? ' class="bad"' : ''}>${label} ${value.toFixed(1)}</span>`;

const row = (shown: Shown) => `<section>
  <h2>${escaped(shown.name)}</h2>
  <p>${[
    `${(shown.milliseconds / 1000).toFixed(2)} s`,
    figure('face ΔE', shown.face, shown.face > 2.5),
    figure('garment ΔE', shown.garment, (shown.garment ?? 0) > 12),
    figure('border', shown.border, (shown.border ?? 255) < 235),
    escaped(shown.approximations.join('; ')),
  ]
    .filter(Boolean)
    .join(' · ')}</p>
  ${picture(shown.before, 'before')} ${picture(shown.reference, 'reference')} ${picture(shown.after, 'after')}
</section>`;

/** The gallery as one page with its pictures inside. */
export const page = (all: readonly Shown[], bench: string): string => `<!doctype html>
<meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 15px/1.4 system-ui; margin: 2rem; background: #eee }
  img { height: 560px; max-width: 45vw; object-fit: contain; vertical-align: top }
  h2 { font-size: 1rem; margin: 2rem 0 0 } p { margin: .2rem 0 .5rem } .bad { color: #b00; font-weight: bold }
</style>
<h1>What the embedded engine makes</h1>
<p>${escaped(bench)}</p>
${all.map(row).join('\n')}
`;
