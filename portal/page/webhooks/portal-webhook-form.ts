import type { Webhook } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type SubscribableType, text } from '#texts/webhooks.ts';
import { DialogForm } from './dialog-form.ts';

/** What the user of a webhook gives. */
export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>;

const TYPES = Object.keys(text.eventTypes) as SubscribableType[];
const words = text.form;

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
