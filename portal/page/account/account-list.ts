import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { Attempt } from '../elements/attempt.ts';
import { whenRead } from '../elements/when-read.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';

/** A part of the account page. */
export const accountSection = (
  { heading, lead }: { heading: string; lead: string },
  content: unknown,
) => html`<section class="stack" aria-labelledby="heading">
  <div class="grid gap-2">
    <h2 id="heading">${heading}</h2>
    <p class="muted text-pretty">${lead}</p>
  </div>
  ${content}
</section>`;

/** Something that the user signs in with. */
export type Listed = { readonly name: string; readonly created_at: string; readonly last_used_at: string | null };

/** What ends it. */
type Button = { readonly words: string; readonly label: string; readonly end: () => Promise<void> };

const time = (at: string) => html`<portal-time datetime=${at} relative></portal-time>`;

/**
 * A part of the account page: what the user signs in with, to be ended.
 *
 * @fires loaded when the list was read, or could not be: it has its height from then on
 */
export abstract class AccountList<Item extends Listed> extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  protected readonly ending = new Attempt(this);
  protected readonly items = new Task(this, { task: () => this.#read(), args: () => [this.portal] });

  /** The name in the path and the body of `GET /portal/api/…`. */
  protected abstract readonly kind: 'sessions' | 'passkeys';

  async #read(): Promise<readonly Item[]> {
    try {
      return (await this.portal.call<Record<string, Item[]>>('GET', `/${this.kind}`))[this.kind] ?? [];
    } finally {
      this.dispatchEvent(new Event('loaded'));
    }
  }

  protected end(id: string, done: string): Promise<void> {
    return this.ending.run(async () => {
      await this.portal.call('DELETE', `/${this.kind}/${id}`);
      this.portal.announce(done);
      await this.items.run();
    });
  }

  /** What failed, and the list. @param lines of its place while it is read */
  protected list(lines: number, content: (items: readonly Item[]) => unknown) {
    return html`${this.ending.render()} ${whenRead(this.items, lines, content)}`;
  }

  /** @param about beginning of the line about it, to which its age is added @param mark beside its name */
  protected entry({ name, created_at, last_used_at }: Item, about: string, button: Button, mark: unknown = nothing) {
    return html`<li class="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-3">
      <div class="min-w-0 wrap-anywhere">
        <strong>${name}</strong>${mark}
        <p class="small muted">
          ${about} ${time(created_at)}, ${last_used_at ? html`${text.lastUsed} ${time(last_used_at)}` : text.neverUsed}
        </p>
      </div>
      <button type="button" class="quiet" aria-label=${button.label} @click=${button.end}>${button.words}</button>
    </li>`;
  }
}
