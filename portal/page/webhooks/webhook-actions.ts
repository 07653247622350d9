import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/webhook.ts';
import { DialogForm } from './dialog-form.ts';
import { fromLocalField, toLocalField } from './local-time.ts';

/** `<portal-rotate-form .rotate=${rotate}>`: how long the present secret of a webhook signs once it is replaced. */
@customElement('portal-rotate-form')
export class PortalRotateForm extends DialogForm {
  /** @param overlapSeconds how long the present one signs as well */
  @property({ attribute: false }) rotate!: (overlapSeconds: number) => Promise<void>;

  protected send(given: FormData): Promise<void> {
    return this.rotate(Number(given.get('overlap')));
  }

  protected override render() {
    const { about, overlap, choices, action } = text.rotateForm;
    const options = choices.map(({ seconds, words }) => html`<option value=${seconds}>${words}</option>`);
    const fields = html`<p>${about}</p>
      <label class="field">${overlap}<select name="overlap">${options}</select></label>`;
    return this.form(fields, action);
  }
}

/** How long events are kept. */
const KEPT_MS = 30 * 86_400_000;

/** `<portal-recover-form .since=${time} .recover=${recover}>`: since when what a webhook missed is sent. */
@customElement('portal-recover-form')
export class PortalRecoverForm extends DialogForm {
  /** The time that is proposed. */
  @property({ attribute: false }) since!: Date;
  @property({ attribute: false }) recover!: (since: Date) => Promise<void>;
  @state() private isWrong = false;

  protected async send(given: FormData): Promise<void> {
    const since = fromLocalField(String(given.get('since')));
    this.isWrong = since === undefined || since.getTime() > Date.now();
    if (since && !this.isWrong) await this.recover(since);
    else this.focusOn('since');
  }

  protected override render() {
    const { about, since, notATime, action } = text.recoverForm;
    const field = (time: Date) => toLocalField(time, time.getTimezoneOffset());
    const fields = html`<p>${about}</p>
      <label class="field">
        ${since}
        <input type="datetime-local" name="since" min=${field(new Date(Date.now() - KEPT_MS))} max=${field(new Date())}
          aria-invalid=${this.isWrong ? 'true' : nothing} aria-describedby=${this.isWrong ? 'wrong' : nothing}
          .value=${field(this.since)} />
        ${this.isWrong ? html`<span id="wrong" class="small text-bad">${notATime}</span>` : nothing}
      </label>`;
    return this.form(fields, action);
  }
}
