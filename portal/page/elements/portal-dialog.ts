import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import './portal-icon.ts';

/**
 * `<portal-dialog heading="…">` with its content and, in the slot `actions`, its buttons. Modal: focus goes in, and back to where it
 * was. On a phone it is a sheet from below.
 *
 * @fires close when it was closed, by whatever
 */
@customElement('portal-dialog')
export class PortalDialog extends PortalElement {
  @property() heading!: string;
  static override styles = [
    sheet,
    css`
      :host {
        display: contents;
      }
      dialog {
        width: min(520px, calc(100vw - 2 * var(--space-4)));
        max-height: calc(100dvh - 2 * var(--space-5));
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius-card);
        background: var(--surface);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      dialog::backdrop {
        background: rgb(20 14 8 / 0.45);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-3);
        padding: var(--space-4) var(--space-4) 0 var(--space-5);
      }
      .content {
        padding: var(--space-3) var(--space-5) var(--space-5);
      }
      ::slotted([slot='actions']) {
        margin-top: var(--space-5);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--space-3);
      }
      @media (prefers-reduced-motion: no-preference) {
        dialog[open] {
          animation: appear 150ms ease-out;
        }
      }
      @keyframes appear {
        from {
          opacity: 0;
          transform: translateY(8px);
        }
      }
      @media (max-width: 639px) {
        dialog {
          width: 100vw;
          max-width: none;
          margin: auto 0 0;
          border-width: 1px 0 0;
          border-radius: 16px 16px 0 0;
          padding-bottom: env(safe-area-inset-bottom);
        }
      }
    `,
  ];

  /** Shows it, if it is not shown. */
  async show(): Promise<void> {
    await this.updateComplete;
    if (this.#dialog && !this.#dialog.open) this.#dialog.showModal();
  }

  /** Closes it. */
  close(): void {
    this.#dialog?.close();
  }

  get #dialog(): HTMLDialogElement | undefined {
    return this.renderRoot?.querySelector('dialog') ?? undefined;
  }

  protected override render() {
    return html`<dialog aria-labelledby="heading" @close=${() => this.dispatchEvent(new Event('close'))}>
      <header>
        <h2 id="heading">${this.heading}</h2>
        <button type="button" class="quiet icon-only" aria-label=${text.close} @click=${this.close}>
          <portal-icon name="close"></portal-icon>
        </button>
      </header>
      <div class="content">
        <slot></slot>
        <div class="actions"><slot name="actions"></slot></div>
      </div>
    </dialog>`;
  }
}
