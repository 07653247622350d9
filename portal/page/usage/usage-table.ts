import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { outcomeStyles } from './outcome-styles.ts';
import { type NamedCounts, outcomes, totalOf } from './usage-model.ts';

/** A row: counts of a name, or of a day; the link shows only them. */
export type UsageTableRow = NamedCounts & { readonly link?: string; readonly day?: string };

/** `<usage-table column="Key" .rows=${…}>`: counts by outcome. */
@customElement('usage-table')
export class UsageTable extends PortalElement {
  /** Heading of the names. */
  @property() column!: string;
  @property({ attribute: false }) rows!: readonly UsageTableRow[];
  static override styles = [
    sheet,
    outcomeStyles,
    css`
      :host {
        container-type: inline-size;
      }
      td,
      th {
        padding: var(--space-2) var(--space-3) var(--space-2) 0;
      }
      th:first-child {
        width: 99%;
      }
      .swatch {
        margin-inline-end: var(--space-1);
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
      a {
        text-underline-offset: 0.4em;
      }
      .nothing {
        color: var(--muted);
      }
      @container (max-width: 420px) {
        td,
        th {
          padding-inline-end: var(--space-2);
          font-size: var(--text-1) !important;
        }
        .word {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
      }
    `,
  ];

  #name({ name, link, day }: UsageTableRow) {
    if (link) return html`<a href=${link}>${name}</a>`;
    return day ? html`<time datetime=${day} title=${day}>${name}</time>` : name;
  }

  protected override render() {
    const number = new Intl.NumberFormat(locale());
    const cell = (count: number) => html`<td class=${count === 0 ? 'nothing' : ''}>${number.format(count)}</td>`;
    return html`<div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">${this.column}</th>
            ${outcomes.map(
              (outcome) => html`<th scope="col">
                <i class="swatch ${outcome}"></i><span class="word">${text.outcomes[outcome]}</span>
              </th>`,
            )}
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
    </div>`;
  }
}
