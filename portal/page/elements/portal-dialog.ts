import { css, html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement, sheet } from '../portal-element.ts';

/**
 * `<portal-dialog heading="…">` with its content and, in the slot `actions`, its buttons. Modal: focus goes in, and back to where it
 * was. On a phone it is a sheet from below.
 *
 * @fires close when it was closed, by whatever
 */
@customElement('portal-dialog')
export class PortalDialog extends PortalElement {
  @property() heading!: string;
  @query('dialog') private dialog?: HTMLDialogElement | null;
  static override styles = [
    sheet,
    css`
      :host { display: contents; }
      ::slotted([slot='actions']) { margin-top: 24px; }
      dialog::backdrop { background: rgb(20 14 8 / 0.45); }
      @keyframes appear { from { opacity: 0; transform: translateY(8px); } }
    `,
  ];

  /** Shows it, if it is not shown. */
  async show(): Promise<void> {
    await this.updateComplete;
    if (!this.dialog?.open) this.dialog?.showModal();
  }

  /** Closes it. */
  close(): void {
    this.dialog?.close();
  }

  protected override render() {
    return html`<dialog
      class="m-auto max-h-[calc(100dvh-48px)] w-[min(520px,100vw-32px)] rounded-card border border-line bg-surface p-0 text-ink shadow-lift
        motion-safe:open:animate-[appear_150ms_ease-out] max-sm:mb-0 max-sm:w-screen max-sm:max-w-none max-sm:rounded-t-[16px]
        max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)]"
      aria-labelledby="heading"
      @close=${() => this.dispatchEvent(new Event('close'))}
    >
      <header class="flex items-center justify-between gap-3 pt-4 pr-4 pl-6">
        <h2 id="heading">${this.heading}</h2>
        <button type="button" class="quiet icon-only" aria-label=${text.close} @click=${this.close}>
          <portal-icon name="close"></portal-icon>
        </button>
      </header>
      <div class="px-6 pt-3 pb-6">
        <slot></slot>
        <div class="flex flex-wrap justify-end gap-3"><slot name="actions"></slot></div>
      </div>
    </dialog>`;
  }
}
