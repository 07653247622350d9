import type { Webhook } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type SubscribableType, text } from '#texts/webhooks.ts';
import { Attempt } from '../elements/attempt.ts';
import { PortalElement } from '../portal-element.ts';
import { fromLocalField, toLocalField } from './local-time.ts';

/** What the user of a webhook gives. */
export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>;

const TYPES = Object.keys(text.eventTypes) as SubscribableType[];
const words = text.form;

/** A form in a dialog: what goes wrong is shown in it, and it is sent once at a time. */
abstract class DialogForm extends PortalElement {
  #sending = new Attempt(this);

  /** Does what the form is for, unless something is wrong with what was given. */
  protected abstract send(given: FormData): Promise<void>;

  /** Puts the focus on a field, e.g. one that is wrong. */
  protected focusOn(name: string): void {
    this.renderRoot.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  }

  /** @param action the words of its button @param acting the same while it is sent */
  protected form(fields: unknown, action: string, acting = action) {
    const { isRunning } = this.#sending;
    return html`<form class="stack" novalidate @submit=${this.#sending.onSubmit((given) => this.send(given))}>
      ${fields} ${this.#sending.render()}
      <div class="row justify-end"><button class="primary" ?disabled=${isRunning}>${isRunning ? acting : action}</button></div>
    </form>`;
  }
}

/**
 * `<portal-webhook-form .webhook=${webhook} .save=${save}>`: the fields of a new webhook, or of one that is changed. `save` is called
 * with fields that are complete; what it rejects with is shown in the form.
 */
@customElement('portal-webhook-form')
export class PortalWebhookForm extends DialogForm {
  @property({ attribute: false }) webhook?: WebhookFields | undefined;
  @property({ attribute: false }) save!: (fields: WebhookFields) => Promise<void>;
  /** What is missing. */
  @state() private missing?: 'url' | 'events' | undefined;

  protected async send(given: FormData): Promise<void> {
    const fields = {
      url: String(given.get('url')).trim(),
      description: String(given.get('description')).trim(),
      events: TYPES.filter((type) => given.getAll('events').includes(type)),
    };
    this.missing = URL.canParse(fields.url) ? (fields.events.length === 0 ? 'events' : undefined) : 'url';
    if (this.missing) this.focusOn(this.missing);
    else await this.save(fields);
  }

  #changed(): void {
    this.missing = undefined;
  }

  #address(url: string) {
    const isMissing = this.missing === 'url';
    return html`<label class="field">
      ${words.url}
      <input name="url" type="url" inputmode="url" autocomplete="off" spellcheck="false" maxlength="2048"
        placeholder=${words.urlExample} aria-describedby="url-hint" aria-invalid=${isMissing ? 'true' : nothing}
        .value=${url} />
      <span id="url-hint" class="small ${isMissing ? 'text-bad' : 'muted'}">${isMissing ? words.noUrl : words.urlHint}</span>
    </label>`;
  }

  #events(events: readonly string[]) {
    const choice = (type: SubscribableType) => html`<label
      class="grid cursor-pointer grid-cols-[auto_1fr] items-start gap-2 py-1 font-normal">
      <input type="checkbox" name="events" value=${type} ?checked=${events.includes(type)} />
      <span>${text.eventTypes[type]} <code class="small muted block wrap-anywhere">${type}</code></span>
    </label>`;
    const isMissing = this.missing === 'events';
    return html`<fieldset aria-describedby=${isMissing ? 'events-hint' : nothing}>
      <legend class="mb-1">${words.events}</legend>
      <div class="grid grid-cols-[repeat(auto-fit,minmax(min(100%,210px),1fr))] gap-x-4 gap-y-1">${TYPES.map(choice)}</div>
      ${isMissing ? html`<span id="events-hint" class="small text-bad">${words.noEvents}</span>` : nothing}
    </fieldset>`;
  }

  protected override render() {
    const { url = '', description = '', events = ['job.succeeded', 'job.failed'] } = this.webhook ?? {};
    const fields = html`<div class="stack" @input=${this.#changed}>
      ${this.#address(url)}
      <label class="field">
        ${words.description}
        <input name="description" autocomplete="off" maxlength="200" aria-describedby="about-hint" .value=${description} />
        <span id="about-hint" class="small muted">${words.descriptionHint}</span>
      </label>
      ${this.#events(events)}
    </div>`;
    return this.form(fields, words.save, words.saving);
  }
}

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
