import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/webhook.ts';
import { PortalElement } from '../portal-element.ts';
import '../elements/portal-error.ts';

/** `<portal-rotate-form .rotate=${rotate}>`: how long the present secret of a webhook signs once it is replaced. */
@customElement('portal-rotate-form')
export class PortalRotateForm extends PortalElement {
  /** @param overlapSeconds how long the present one signs as well */
  @property({ attribute: false }) rotate!: (overlapSeconds: number) => Promise<void>;
  @state() private error: unknown;
  @state() private isBusy!: boolean;

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const overlap = new FormData(event.currentTarget as HTMLFormElement).get('overlap');
    this.isBusy = true;
    this.error = undefined;
    try {
      await this.rotate(Number(overlap));
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  }

  protected override render() {
    const { about, overlap, choices, action } = text.rotateForm;
    return html`<form class="stack" @submit=${this.#submit}>
      <p>${about}</p>
      <label class="field">
        ${overlap}
        <select name="overlap">
          ${choices.map(([seconds, words]) => html`<option value=${seconds}>${words}</option>`)}
        </select>
      </label>
      ${this.error === undefined ? nothing : html`<portal-error .error=${this.error}></portal-error>`}
      <div class="row"><button class="primary" ?disabled=${this.isBusy}>${action}</button></div>
    </form>`;
  }
}
