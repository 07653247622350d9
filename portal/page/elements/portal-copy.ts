import { html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2_000;

/** `<portal-copy .text=${secret} label="Copy key">`: copies a text; without a label it is an icon. */
@customElement('portal-copy')
export class PortalCopy extends PortalElement {
  @property({ attribute: false }) text!: string;
  @property() label?: string | undefined;
  @state() private state?: 'copied' | 'failed' | undefined;
  #shown: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#shown);
  }

  /** Puts the focus on its button, also before that is drawn. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('button')?.focus());
  }

  async #copy(): Promise<void> {
    this.state = (await copyText(this.text, this)) ? 'copied' : 'failed';
    clearTimeout(this.#shown);
    this.#shown = setTimeout(() => {
      this.state = undefined;
    }, SHOWN_MS);
  }

  protected override render() {
    const outcome = this.state && text.copy[this.state];
    const icon = html`<portal-icon name=${this.state === 'copied' ? 'check' : 'copy'}></portal-icon>`;
    const button = this.label
      ? html`<button type="button" @click=${this.#copy}>${icon}${outcome ?? this.label}</button>`
      : html`<button type="button" class="quiet icon-only" aria-label=${text.copy.copy} title=${outcome ?? text.copy.copy} @click=${this.#copy}>
          ${icon}
        </button>`;
    return html`${button}
      <span class="sr-only" role="status">${outcome}</span>`;
  }
}
