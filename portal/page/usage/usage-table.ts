import { html } from 'lit';
import { text } from '#texts/usage.ts';
import { numeral, swatch } from './counts-in-words.ts';
import { type NamedCounts, outcomes, totalOf } from './usage-model.ts';

/** A row: counts of a name, or of a day; the link shows only them. */
type UsageTableRow = NamedCounts & { readonly link?: string; readonly day?: string };

const CELL = 'py-2 not-last:pr-3 @max-[420px]:not-last:pr-2 @max-[420px]:text-1';
const NAME = `${CELL} w-[99%] text-[length:inherit] font-normal whitespace-normal text-inherit wrap-anywhere`;

const name = ({ name, link, day }: UsageTableRow) => {
  if (link) return html`<a class="underline-offset-[0.4em]" href=${link}>${name}</a>`;
  return day ? html`<time datetime=${day} title=${day}>${name}</time>` : name;
};

const row = (counts: UsageTableRow) => html`<tr>
  <th scope="row" class="${NAME} [tr:last-child>&]:border-b-0">${name(counts)}</th>
  ${[...outcomes.map((outcome) => counts[outcome]), totalOf(counts)].map(
    (count) => html`<td class="${CELL} text-end ${count === 0 ? 'text-muted' : ''}">${numeral(count)}</td>`,
  )}
</tr>`;

/** Counts by outcome. @param column heading of the names */
export const usageTable = (column: string, rows: readonly UsageTableRow[]) => html`<div class="@container scroll">
  <table>
    <thead>
      <tr>
        <th scope="col" class="${CELL} w-[99%]">${column}</th>
        ${outcomes.map(
          (outcome) => html`<th scope="col" class="${CELL} text-end">
            ${swatch(outcome)}&nbsp;<span class="@max-[420px]:sr-only">${text.outcomes[outcome]}</span>
          </th>`,
        )}
        <th scope="col" class="${CELL} text-end">${text.columns.total}</th>
      </tr>
    </thead>
    <tbody>${rows.map(row)}</tbody>
  </table>
</div>`;
