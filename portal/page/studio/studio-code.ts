import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { callCode, type Language, languages } from './call-code.ts';
import type { Tab } from './order.ts';
import { orderOf } from './order-of.ts';
import { segmented } from './segmented.ts';
import { StudioElement } from './studio-element.ts';
import { studioStyles } from './studio-styles.ts';
import '../elements/portal-code.ts';
import '../elements/portal-icon.ts';

/** `<studio-code tab="try-on">`: a drawer with the last call of the tab as code; before the first, the call as it is written down. */
@customElement('studio-code')
export class StudioCode extends StudioElement {
  @property() tab!: Tab;
  @state() private language: Language = 'curl';
  static override styles = [
    sheet,
    studioStyles,
    css`
      dialog {
        width: min(560px, 100%);
        max-width: none;
        height: 100dvh;
        max-height: none;
        margin: 0 0 0 auto;
        padding: var(--space-5);
        border: 0;
        border-inline-start: 1px solid var(--line);
        background: var(--surface);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      dialog[open] {
        display: grid;
        grid-template-rows: auto auto auto 1fr;
        gap: var(--space-4);
        align-content: start;
      }
      dialog::backdrop {
        background: rgb(20 14 8 / 0.3);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
      }
      portal-code {
        min-width: 0;
        overflow: hidden;
      }
      @media (prefers-reduced-motion: no-preference) {
        dialog[open] {
          animation: enter 150ms ease-out;
        }
      }
      @keyframes enter {
        from {
          opacity: 0;
          transform: translateX(24px);
        }
      }
    `,
  ];

  /** Opens it; focus goes in, and back when it closes. */
  async show(): Promise<void> {
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog?.open) dialog?.showModal();
  }

  #close = () => this.renderRoot.querySelector('dialog')?.close();

  protected override render() {
    const { lastOrder } = this.state;
    const written = orderOf(this.state, this.tab);
    const last = lastOrder?.tab === this.tab ? lastOrder : undefined;
    const order = last ?? ('order' in written ? written.order : undefined);
    const code = order && callCode(order, this.language, location.origin);
    return html`<dialog
      aria-labelledby="heading"
      @click=${(event: Event) => event.target === event.currentTarget && this.#close()}
    >
      <header>
        <h2 id="heading">${text.drawer.heading}</h2>
        <button type="button" class="quiet icon-only" aria-label=${text.drawer.close} @click=${this.#close}>
          <portal-icon name="close"></portal-icon>
        </button>
      </header>
      <fieldset>
        <legend class="sr-only">${text.drawer.label}</legend>
        ${segmented(
          'language',
          languages.map((value) => ({ value, label: text.drawer.languages[value] })),
          this.language,
          (language) => {
            this.language = language;
          },
        )}
      </fieldset>
      <p class="small muted">
        ${order ? (last ? text.drawer.last : text.drawer.next) : text.drawer.incomplete}
        ${order ? html`<a href="/portal/keys">${text.drawer.keys}</a>` : ''}
      </p>
      ${
        code
          ? html`<portal-code language=${text.drawer.languages[this.language]} .code=${code}></portal-code>`
          : nothing
      }
    </dialog>`;
  }
}
