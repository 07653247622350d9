import { html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { Attempt } from '../elements/attempt.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { numeral } from '../usage/counts-in-words.ts';
import { accountSection } from './account-list.ts';

const words = text.deletion;

/** What is deleted, as `DELETE` and `GET /portal/api/account` return it. */
type Deletion = Parameters<typeof words.done>[0] & {
  /** While it runs. */
  readonly images_left?: number | undefined;
};

const ASK_EVERY_MS = 2_000;

/** `<portal-deletion .portal=${portal}>`: deletes everything, once the user has typed their name. */
@customElement('portal-deletion')
export class PortalDeletion extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @state() private typed = '';
  @state() private deletion?: Deletion | undefined;
  @query('portal-dialog') private dialog!: PortalDialog;
  #deleting = new Attempt(this);
  #wasAsked = false;

  #show(): void {
    this.typed = '';
    this.#deleting.forget();
    void this.dialog.show();
  }

  #typed(event: InputEvent): void {
    this.typed = (event.target as HTMLInputElement).value;
  }

  get #isConfirmed(): boolean {
    return this.typed.trim() === this.portal.session.user_id;
  }

  /** Begins it, unless it runs, and follows it to its end. */
  async #delete(): Promise<void> {
    this.deletion ??= await this.#begin();
    while (this.deletion.images_left !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      if (!this.isConnected) return;
      this.deletion = (await this.#howFar()) ?? { ...this.deletion, images_left: undefined };
    }
  }

  async #begin(): Promise<Deletion> {
    // Perhaps only the response was lost: the deletion runs, and has ended the session.
    const running = this.#wasAsked ? await this.#howFar() : undefined;
    this.#wasAsked = true;
    return running ?? this.portal.call<Deletion>('DELETE', '/account', { user_id: this.portal.session.user_id });
  }

  /** @returns undefined if none runs */
  readonly #howFar = () => this.portal.call<Deletion | undefined>('GET', '/account');

  #question() {
    const { user_id } = this.portal.session;
    const { isRunning } = this.#deleting;
    const isOther = this.typed !== '' && !user_id.startsWith(this.typed.trim());
    const list = (heading: string, items: readonly string[]) => html`<div>
      <h3 class="mb-1">${heading}</h3>
      <ul class="ms-4 list-disc">${items.map((item) => html`<li>${item}</li>`)}</ul>
    </div>`;
    return html`<form id="delete" class="stack" @submit=${this.#deleting.onSubmit(async () => this.#isConfirmed && this.#delete())}>
        ${list(words.goes, words.going)} ${list(words.stays, words.staying)}
        <p class="muted">${words.askFirst}</p>
        <div class="field">
          <label for="typed">${words.confirm(user_id)}</label>
          <input id="typed" autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid=${isOther}
            aria-describedby="mismatch" .value=${this.typed} @input=${this.#typed} />
          <p id="mismatch" class="muted small" role="status">${isOther ? words.mismatch(user_id) : ''}</p>
        </div>
        ${this.#deleting.render()}
      </form>
      <button slot="actions" form="delete" class="danger primary" ?disabled=${!this.#isConfirmed || isRunning}>
        ${isRunning ? words.deleting : words.action}
      </button>`;
  }

  #running(images: number, images_left: number) {
    const gone = Math.max(0, images - images_left);
    const bar = html`<p class="number" role="status">${words.progress(numeral(gone), numeral(images))}</p>
      <progress class="h-2 w-full" aria-label=${words.deletingHeading} max=${images} value=${gone}></progress>`;
    return html`<div class="stack">
      ${images > 0 ? bar : nothing}
      <p class="muted">${words.goesOn}</p>
      ${this.#deleting.render()}
    </div>`;
  }

  #dialog() {
    if (!this.deletion) return [`${words.heading}?`, this.#question()];
    const { images, images_left } = this.deletion;
    if (images_left !== undefined) return [words.deletingHeading, this.#running(images, images_left)];
    const done = html`<p role="status">${words.done(this.deletion)}</p>
      <button slot="actions" type="button" class="primary" @click=${() => this.dialog.close()}>${words.leave}</button>`;
    return [words.doneHeading, done];
  }

  protected override render() {
    const [heading, content] = this.#dialog();
    // The session ended with the rest.
    const closed = () => this.deletion && this.portal.signOut();
    const start = html`<div class="row">
        <button type="button" class="danger" @click=${this.#show}><portal-icon name="trash"></portal-icon>${words.start}</button>
      </div>
      <portal-dialog heading=${heading} @close=${closed}>${content}</portal-dialog>`;
    return accountSection(words, start);
  }
}
