import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { locale } from '../elements/locale.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';

/** How far a deletion is, as `GET /portal/api/account` returns it. */
export type DeletionProgress = Parameters<typeof text.deletion.done>[0] & { readonly images_left: number };

const ASK_EVERY_MS = 2_000;

/**
 * `<portal-deletion-progress .portal=${portal} .progress=${progress}>`: how far the deletion of the account is.
 *
 * @fires done when it no longer runs
 */
@customElement('portal-deletion-progress')
export class PortalDeletionProgress extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @property({ attribute: false }) progress!: DeletionProgress;
  @state() private failure: unknown;
  static override styles = [
    sheet,
    css`
      progress {
        width: 100%;
        height: 8px;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#follow();
  }

  async #follow(): Promise<void> {
    this.failure = undefined;
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
        if (!this.isConnected) return;
        const progress = await this.portal.call<DeletionProgress | undefined>('GET', '/account');
        if (!progress) break;
        this.progress = progress;
      }
      this.dispatchEvent(new Event('done'));
    } catch (error) {
      this.failure = error;
    }
  }

  #bar() {
    const { images, images_left } = this.progress;
    const gone = Math.max(0, images - images_left);
    const number = new Intl.NumberFormat(locale());
    return html`<p class="number" role="status">
        ${text.deletion.progress(number.format(gone), number.format(images))}
      </p>
      <progress aria-label=${text.deletion.deletingHeading} max=${images} value=${gone}></progress>`;
  }

  protected override render() {
    const { failure, progress } = this;
    return html`<div class="stack">
      ${progress.images > 0 ? this.#bar() : nothing}
      <p class="muted">${text.deletion.goesOn}</p>
      ${failure === undefined ? nothing : html`<portal-error .error=${failure} @retry=${this.#follow}></portal-error>`}
    </div>`;
  }
}
