import { css, html, nothing } from 'lit';
import { text } from '#texts/reference.ts';
import { richLine } from './rich-text.ts';

/** A field of a request or a response: a parameter, or a member of a body. */
export type ApiField = {
  readonly name: string;
  readonly depth?: number;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly values: readonly string[];
  readonly place?: string;
};

/** The styles of `apiFields`. */
export const fieldStyles = css`
  .fields {
    display: grid;
  }
  .fields > li {
    display: grid;
    gap: 2px;
    padding: var(--space-3) 0 var(--space-3) calc(var(--depth, 0) * var(--space-4));
    border-bottom: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  .fields > li:last-child {
    border-bottom: 0;
  }
  .fields .depth-1 {
    --depth: 1;
  }
  .fields .depth-2 {
    --depth: 2;
  }
  .fields .depth-3,
  .fields .depth-4 {
    --depth: 3;
  }
  .name {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--space-2);
  }
  .name code {
    font-weight: 600;
  }
  .name .required {
    color: var(--accent);
  }
`;

/** Fields, one below the other, as there is no room for a table beside code. */
export const apiFields = (fields: readonly ApiField[]) => html`<ul class="fields">
  ${fields.map(
    ({ name, depth = 0, type, isRequired, description, values, place }) => html`<li class="depth-${depth}">
      <div class="name">
        <code>${name}</code>
        <span class="small muted">${place ? `${place}, ${type}` : type}</span>
        ${isRequired ? html`<span class="small required">${text.required}</span>` : nothing}
      </div>
      ${description ? html`<p class="small" lang="en">${richLine(description)}</p>` : nothing}
      ${
        values.length > 0
          ? html`<p class="small muted">${text.values} ${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${value}</code>`)}</p>`
          : nothing
      }
    </li>`,
  )}
</ul>`;
