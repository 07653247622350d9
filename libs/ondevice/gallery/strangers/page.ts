import type { Outcome } from './render.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A run beside which another is shown: its outcomes, the address of its pictures, and its ratings by order. */
export type Beside = { name: string; outcomes: readonly Outcome[]; ratings: Readonly<Record<string, number>> };

/** Where the page finds the picture of a run. */
export type PictureAddress = (run: string, file: string) => string;

const picture = (address: string, title: string) =>
  `<a href="${escaped(address)}"><img loading="lazy" alt="${title}" title="${title}" src="${escaped(address)}"></a>`;

function section(
  run: string,
  outcome: Outcome,
  rating: number | undefined,
  beside: Beside | undefined,
  at: PictureAddress,
) {
  const { id, photograph, kind, description, scene, approximations } = outcome;
  const then = beside?.outcomes.find((other) => other.id === id);
  const shown = (of: string, what: Outcome) =>
    what.code ? `<b>refused: ${what.code}</b>` : picture(at(of, `${id}.jpg`), `${of}: ${approximations.join(', ')}`);
  const choices = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map(
    (mark) =>
      `<label><input type="radio" name="${id}" value="${mark}"${rating === mark ? ' checked' : ''}>${mark}</label>`,
  );
  return `<section>
  <h2>${escaped(description)}</h2>
  <p>${[id, kind, scene, ...approximations].map(escaped).join(' · ')} ${choices.join(' ')}</p>
  ${picture(at(run, `${photograph}.before.jpg`), 'before')}
  ${/^(?:flat|worn)/.test(scene) ? picture(at(run, `${id}.reference.jpg`), 'reference') : ''}
  ${shown(run, outcome)}
  ${beside && then ? `<span class="beside">${shown(beside.name, then)} ${beside.ratings[id] ?? ''}</span>` : ''}
</section>`;
}

/** A page of before, after, order and approximations, each with a rating of 1 to 5 that is sent to `POST /ratings`. */
export function page(
  run: string,
  outcomes: readonly Outcome[],
  ratings: Readonly<Record<string, number>>,
  beside: Beside | undefined,
  at: PictureAddress,
): string {
  const sections = outcomes.map((outcome) => section(run, outcome, ratings[outcome.id], beside, at));
  return `<!doctype html>
<meta charset="utf-8"><title>${escaped(run)}</title>
<style>
  body { font: 15px/1.4 system-ui; margin: 2rem; background: #eee }
  img { height: 520px; max-width: 32vw; object-fit: contain; vertical-align: top }
  h2 { font-size: 1rem; margin: 2rem 0 0 } p { margin: .2rem 0 .5rem } label { margin-left: .8rem } .beside { opacity: .85 }
</style>
<h1>${escaped(run)}: 1 broken, 5 believable</h1>
${sections.join('\n')}
<script>
  addEventListener('change', ({ target }) =>
    fetch('/ratings', { method: 'POST', body: JSON.stringify({ id: target.name, rating: Number(target.value) }) })
      .then((answer) => { if (!answer.ok) throw new Error(answer.statusText) })
      .catch((error) => alert('not kept: ' + error.message)))
</script>
`;
}
