import { html } from 'lit';
import { Attempt } from '../elements/attempt.ts';
import { PortalElement } from '../portal-element.ts';

/** A form in a dialog: what goes wrong is shown in it, and it is sent once at a time. */
export abstract class DialogForm extends PortalElement {
  #sending = new Attempt(this);

  /** Does what the form is for, unless something is wrong with what was given. */
  protected abstract send(given: FormData): Promise<void>;

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void this.#sending.run(() => this.send(new FormData(form)));
  }

  /** Puts the focus on a field, e.g. one that is wrong. */
  protected focusOn(name: string): void {
    this.renderRoot.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  }

  /** @param action the words of its button @param acting the same while it is sent */
  protected form(fields: unknown, action: string, acting = action) {
    const { isRunning } = this.#sending;
    return html`<form class="stack" novalidate @submit=${this.#submit}>
      ${fields} ${this.#sending.render()}
      <div class="row justify-end"><button class="primary" ?disabled=${isRunning}>${isRunning ? acting : action}</button></div>
    </form>`;
  }
}
