import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import type { DeletionProgress } from './portal-deletion-progress.ts';
import './portal-deletion-progress.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';

type Deleted = Parameters<typeof text.deletion.done>[0];

const isRunning = (answer: Deleted | DeletionProgress): answer is DeletionProgress => 'images_left' in answer;

/** `<portal-deletion .portal=${portal}>`: deletes everything, once the user has typed their name. */
@customElement('portal-deletion')
export class PortalDeletion extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @state() private typed = '';
  @state() private isDeleting = false;
  @state() private failure: unknown;
  @state() private progress?: DeletionProgress | undefined;
  @state() private deleted?: Deleted | undefined;
  static override styles = [
    sheet,
    css`
      form {
        display: grid;
        gap: var(--space-4);
      }
      li {
        margin-inline-start: var(--space-4);
        list-style: disc;
      }
      h3 {
        margin-bottom: var(--space-1);
      }
    `,
  ];

  get #dialog(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  #show(): void {
    this.typed = '';
    this.failure = undefined;
    void this.#dialog?.show();
  }

  async #delete(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { portal, failure } = this;
    const { user_id } = portal.session;
    if (this.typed.trim() !== user_id || this.isDeleting) return;
    this.isDeleting = true;
    this.failure = undefined;
    try {
      // Perhaps only the response was lost: the deletion runs, and has ended the session.
      const running =
        failure === undefined ? undefined : await portal.call<DeletionProgress | undefined>('GET', '/account');
      const answer = running ?? (await portal.call<Deleted | DeletionProgress>('DELETE', '/account', { user_id }));
      if (isRunning(answer)) this.progress = answer;
      else this.deleted = answer;
    } catch (error) {
      this.failure = error;
    } finally {
      this.isDeleting = false;
    }
  }

  /** The session ended with the rest. */
  #closed(): void {
    if (this.deleted || this.progress) void this.portal.signOut();
  }

  #list(heading: string, items: readonly string[]) {
    return html`<div>
      <h3>${heading}</h3>
      <ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>
    </div>`;
  }

  #question() {
    const { user_id } = this.portal.session;
    const isOther = this.typed !== '' && !user_id.startsWith(this.typed.trim());
    return html`<form id="delete" @submit=${this.#delete}>
        ${this.#list(text.deletion.goes, text.deletion.going)}
        ${this.#list(text.deletion.stays, text.deletion.staying)}
        <p class="muted">${text.deletion.askFirst}</p>
        <div class="field">
          <label for="typed">${text.deletion.confirm(user_id)}</label>
          <input
            id="typed"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-invalid=${isOther}
            aria-describedby="mismatch"
            .value=${this.typed}
            @input=${(event: InputEvent) => {
              this.typed = (event.target as HTMLInputElement).value;
            }}
          />
          <p id="mismatch" class="muted small" role="status">${isOther ? text.deletion.mismatch(user_id) : ''}</p>
        </div>
        ${this.failure === undefined ? nothing : html`<portal-error .error=${this.failure}></portal-error>`}
      </form>
      <button
        slot="actions"
        type="submit"
        form="delete"
        class="danger primary"
        ?disabled=${this.typed.trim() !== user_id || this.isDeleting}
      >
        ${this.isDeleting ? text.deletion.deleting : text.deletion.action}
      </button>`;
  }

  #running(progress: DeletionProgress) {
    return html`<portal-deletion-progress
      .portal=${this.portal}
      .progress=${progress}
      @done=${() => {
        this.deleted = progress;
      }}
    ></portal-deletion-progress>`;
  }

  #done(deleted: Deleted) {
    return html`<p role="status">${text.deletion.done(deleted)}</p>
      <button slot="actions" type="button" class="primary" @click=${() => this.#dialog?.close()}>
        ${text.deletion.leave}
      </button>`;
  }

  protected override render() {
    const { deleted, progress } = this;
    const heading = deleted
      ? text.deletion.doneHeading
      : progress
        ? text.deletion.deletingHeading
        : text.deletion.dialog;
    return html`<section class="stack" aria-labelledby="heading">
      <h2 id="heading">${text.deletion.heading}</h2>
      <p class="muted">${text.deletion.lead}</p>
      <div class="row">
        <button type="button" class="danger" @click=${this.#show}>
          <portal-icon name="trash"></portal-icon>${text.deletion.start}
        </button>
      </div>
      <portal-dialog heading=${heading} @close=${this.#closed}>
        ${deleted ? this.#done(deleted) : progress ? this.#running(progress) : this.#question()}
      </portal-dialog>
    </section>`;
  }
}
