import { css, html } from 'lit';
import './portal-copy.ts';

/** What an id is of, and the id, cut off where there is no room, that can be copied; `namedIdStyle` is its look. */
export const namedId = (name: string, id: string) => html`<span class="id small muted">
  ${name} <code title=${id}>${id}</code><portal-copy .text=${id}></portal-copy>
</span>`;

export const namedIdStyle = css`
  .id {
    display: flex;
    align-items: center;
    gap: var(--space-1);
    max-width: 100%;
    white-space: nowrap;
  }
  .id code {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
