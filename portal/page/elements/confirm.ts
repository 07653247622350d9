import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';
import type { PortalDialog } from './portal-dialog.ts';
import './portal-dialog.ts';

/** What is asked before something is done. */
export type Question = {
  /** Names what is concerned, e.g. `Revoke “shop”?` */
  readonly heading: string;
  /** What it means. */
  readonly text: string;
  /** The word of the button that does it, e.g. `Revoke`. */
  readonly action: string;
  /** It cannot be undone. */
  readonly isDangerous?: boolean;
};

@customElement('portal-confirm')
class PortalConfirm extends PortalElement {
  @property({ attribute: false }) question!: Question;
  declare answer: (isConfirmed: boolean) => void;

  protected override firstUpdated(): void {
    this.#dialog?.show();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.answer(false);
  }

  get #dialog(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  #answer(isConfirmed: boolean): void {
    this.answer(isConfirmed);
    this.#dialog?.close();
  }

  protected override render() {
    const { heading, text: meaning, action, isDangerous = false } = this.question;
    return html`<portal-dialog heading=${heading} @close=${() => this.remove()}>
      <p>${meaning}</p>
      <button slot="actions" type="button" autofocus @click=${() => this.#answer(false)}>${text.cancel}</button>
      <button
        slot="actions"
        type="button"
        class=${isDangerous ? 'danger primary' : 'primary'}
        @click=${() => this.#answer(true)}
      >
        ${action}
      </button>
    </portal-dialog>`;
  }
}

/**
 * Asks before something is done.
 *
 * @param host the element that asks; the question goes away with its document's page
 * @returns whether it is to be done
 */
export function confirm(host: HTMLElement, question: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const element = document.createElement('portal-confirm') as PortalConfirm;
  element.question = question;
  element.answer = resolve;
  host.ownerDocument.body.append(element);
  window.addEventListener('popstate', () => element.remove(), { once: true });
  return promise;
}
