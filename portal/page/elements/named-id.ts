import { html } from 'lit';

/** What an id is of, and the id, cut off where there is no room, that can be copied. */
export const namedId = (
  name: string,
  id: string,
) => html`<span class="id small muted flex max-w-full items-center gap-1 whitespace-nowrap">
  ${name} <code class="truncate" title=${id}>${id}</code><portal-copy .text=${id}></portal-copy>
</span>`;
