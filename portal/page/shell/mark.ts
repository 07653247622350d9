import { html } from 'lit';

/** The sign of the service, a circle that is half before, half after. */
export const mark = html`<svg class="size-[1.3em]" viewBox="0 0 24 24" aria-hidden="true">
  <circle class="fill-none stroke-ink stroke-2" cx="12" cy="12" r="10" /><path class="fill-accent" d="M12 5a7 7 0 0 1 0 14z" />
</svg>`;
