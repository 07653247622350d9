import { html } from 'lit';
import { text } from '#texts/account.ts';
import '../elements/portal-time.ts';

/** A part of the account page. */
export const accountSection = ({ heading, lead }: { heading: string; lead: string }, content: unknown) => html`<section
  class="stack"
  aria-labelledby="heading"
>
  <div class="grid gap-2">
    <h2 id="heading">${heading}</h2>
    <p class="muted text-pretty">${lead}</p>
  </div>
  ${content}
</section>`;

/** Of something that the user signs in with. */
type Listed = { readonly name: string; readonly created_at: string; readonly last_used_at: string | null };

const time = (at: string) => html`<portal-time datetime=${at} relative></portal-time>`;

/**
 * An entry of a list.
 *
 * @param beginning of the line about it, to which its age is added
 * @param button what ends it
 * @param mark beside its name
 */
export const listEntry = (
  { name, created_at, last_used_at }: Listed,
  beginning: string,
  button: { readonly word: string; readonly label: string; readonly act: () => void },
  mark?: unknown,
) => html`<li class="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-3">
  <div class="min-w-0 wrap-anywhere">
    <strong>${name}</strong>${mark}
    <p class="small muted">
      ${beginning} ${time(created_at)}, ${last_used_at ? html`${text.lastUsed} ${time(last_used_at)}` : text.neverUsed}
    </p>
  </div>
  <button type="button" class="quiet" aria-label=${button.label} @click=${button.act}>${button.word}</button>
</li>`;
