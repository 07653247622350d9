import { html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';
import type { PortalDialog } from './portal-dialog.ts';

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
  @query('portal-dialog') private dialog!: PortalDialog;
  declare answer: (isConfirmed: boolean) => void;

  protected override firstUpdated(): void {
    this.dialog.show();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.answer(false);
  }

  #answer(isConfirmed: boolean): void {
    this.answer(isConfirmed);
    this.dialog.close();
  }

  protected override render() {
    const { heading, text: meaning, action, isDangerous = false } = this.question;
    const look = isDangerous ? 'danger primary' : 'primary';
    return html`<portal-dialog heading=${heading} @close=${() => this.remove()}>
      <p>${meaning}</p>
      <button slot="actions" type="button" autofocus @click=${() => this.#answer(false)}>${text.cancel}</button>
      <button slot="actions" type="button" class=${look} @click=${() => this.#answer(true)}>${action}</button>
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
  Object.assign(element, { question, answer: resolve });
  host.ownerDocument.body.append(element);
  window.addEventListener('popstate', () => element.remove(), { once: true });
  return promise;
}
