import { css, html, LitElement } from 'lit';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { base } from '../styles/base.ts';
import { shortDay } from './day-words.ts';
import { type NamedCounts, outcomes, totalOf } from './usage-model.ts';

/** A row: counts of a name, or of a day; the link shows only them. */
export type UsageTableRow = NamedCounts & { readonly link?: string; readonly day?: string };

/** `<usage-table heading="By key" column="Key" .rows=${…}>`: counts by outcome. */
export class UsageTable extends LitElement {
  static override properties = { heading: { type: String }, column: { type: String }, rows: { attribute: false } };
  declare heading: string;
  /** Heading of the names. */
  declare column: string;
  declare rows: readonly UsageTableRow[];
  static override styles = [
    base,
    css`
      td,
      th {
        padding-inline-end: var(--space-3);
      }
      :is(td, th):not(:first-child) {
        text-align: end;
      }
      tbody th {
        color: inherit;
        font-size: inherit;
        font-weight: 400;
        text-align: start;
        white-space: normal;
        overflow-wrap: anywhere;
      }
      tbody tr:last-child th {
        border-bottom: 0;
      }
      .nothing {
        color: var(--muted);
      }
      @media (max-width: 639px) {
        td,
        th {
          padding-inline-end: var(--space-2);
          font-size: var(--text-1);
        }
      }
    `,
  ];

  #name({ name, link, day }: UsageTableRow) {
    if (link) return html`<a href=${link}>${name}</a>`;
    return day ? html`<time datetime=${day} title=${day}>${shortDay(day, locale())}</time>` : name;
  }

  protected override render() {
    const number = new Intl.NumberFormat(locale());
    const cell = (count: number) => html`<td class=${count === 0 ? 'nothing' : ''}>${number.format(count)}</td>`;
    return html`<section class="card stack">
      <h2 id="heading">${this.heading}</h2>
      <div class="scroll">
        <table aria-labelledby="heading">
          <thead>
            <tr>
              <th scope="col">${this.column}</th>
              ${outcomes.map((outcome) => html`<th scope="col">${text.outcomes[outcome]}</th>`)}
              <th scope="col">${text.tables.total}</th>
            </tr>
          </thead>
          <tbody>
            ${this.rows.map(
              (row) => html`<tr>
                <th scope="row">${this.#name(row)}</th>
                ${outcomes.map((outcome) => cell(row[outcome]))} ${cell(totalOf(row))}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }
}

customElements.define('usage-table', UsageTable);
