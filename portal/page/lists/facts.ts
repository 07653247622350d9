import { html } from 'lit';

/** What is known of something, as a list of names and values; one without a value is left out. */
export const facts = (all: readonly (readonly [name: string, value: unknown])[]) => html`<dl class="grid gap-3">
  ${all.map(([name, value]) =>
    value === undefined || value === null
      ? ''
      : html`<div class="grid grid-cols-[88px_minmax(0,1fr)] items-baseline gap-3">
          <dt class="muted">${name}</dt>
          <dd class="number min-w-0 wrap-anywhere">${value}</dd>
        </div>`,
  )}
</dl>`;

/** An id, shortened where there is no room, that can be copied. @param href where it is shown */
export const copiedId = (id: string, href?: string) => html`<span class="-my-2.5 flex items-center">
  ${
    href
      ? html`<a class="min-w-0 truncate" href=${href} title=${id}>${id}</a>`
      : html`<code class="min-w-0 truncate" title=${id}>${id}</code>`
  }
  <portal-copy .text=${id}></portal-copy>
</span>`;
