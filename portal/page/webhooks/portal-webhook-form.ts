import type { Webhook } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type SubscribableType, text } from '#texts/webhooks.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';

/** What the user of a webhook gives. */
export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>;

const TYPES = Object.keys(text.eventTypes) as SubscribableType[];
const MOST_CHARACTERS = { url: 2_048, description: 200 };

/**
 * `<portal-webhook-form .webhook=${webhook} .save=${save}>`: the fields of a new webhook, or of one that is changed. `save` is called
 * with fields that are complete; what it rejects with is shown in the form.
 */
@customElement('portal-webhook-form')
export class PortalWebhookForm extends PortalElement {
  @property({ attribute: false }) webhook?: WebhookFields | undefined;
  @property({ attribute: false }) save!: (fields: WebhookFields) => Promise<void>;
  @state() private problem?: { readonly field: 'url' | 'events'; readonly text: string } | undefined;
  @state() private error: unknown;
  @state() private isSaving!: boolean;
  static override styles = [
    sheet,
    css`
      .types {
        display: grid;
        gap: var(--space-1) var(--space-4);
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 210px), 1fr));
      }
      .types label {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: start;
        gap: var(--space-2);
        padding: var(--space-1) 0;
        font-weight: 400;
        cursor: pointer;
      }
      .types code {
        display: block;
        overflow-wrap: anywhere;
      }
      legend {
        margin-bottom: var(--space-1);
      }
      .problem {
        color: var(--bad);
      }
      .end {
        justify-content: flex-end;
      }
    `,
  ];

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const fields = {
      url: String(given.get('url')).trim(),
      description: String(given.get('description')).trim(),
      events: TYPES.filter((type) => given.getAll('events').includes(type)),
    };
    this.error = undefined;
    this.problem = problemOf(fields);
    if (this.problem) {
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(`[name=${this.problem.field}]`)?.focus();
      return;
    }
    this.isSaving = true;
    try {
      await this.save(fields);
    } catch (error) {
      this.error = error;
    } finally {
      this.isSaving = false;
    }
  }

  #changed(): void {
    this.problem = undefined;
  }

  #hint(field: 'url' | 'events', hint: string) {
    const wrong = this.problem?.field === field ? this.problem.text : undefined;
    if (!wrong && hint === '') return nothing;
    return html`<span id="${field}-hint" class="small ${wrong ? 'problem' : 'muted'}">${wrong ?? hint}</span>`;
  }

  protected override render() {
    const { url = '', description = '', events = ['job.succeeded', 'job.failed'] } = this.webhook ?? {};
    const { form } = text;
    return html`<form class="stack" novalidate @submit=${this.#submit} @input=${this.#changed}>
      <label class="field">
        ${form.url}
        <input
          name="url"
          type="url"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          maxlength=${MOST_CHARACTERS.url}
          placeholder=${form.urlExample}
          aria-describedby="url-hint"
          aria-invalid=${this.problem?.field === 'url' ? 'true' : nothing}
          .value=${url}
        />
        ${this.#hint('url', form.urlHint)}
      </label>
      <label class="field">
        ${form.description}
        <input
          name="description"
          autocomplete="off"
          maxlength=${MOST_CHARACTERS.description}
          aria-describedby="description-hint"
          .value=${description}
        />
        <span id="description-hint" class="small muted">${form.descriptionHint}</span>
      </label>
      <fieldset aria-describedby=${this.problem?.field === 'events' ? 'events-hint' : nothing}>
        <legend>${form.events}</legend>
        <div class="types">
          ${TYPES.map(
            (type) => html`<label>
              <input type="checkbox" name="events" value=${type} ?checked=${(events as readonly string[]).includes(type)} />
              <span>${text.eventTypes[type]} <code class="small muted">${type}</code></span>
            </label>`,
          )}
        </div>
        ${this.#hint('events', '')}
      </fieldset>
      ${this.error === undefined ? nothing : html`<portal-error .error=${this.error}></portal-error>`}
      <div class="row end">
        <button class="primary" ?disabled=${this.isSaving}>${this.isSaving ? form.saving : form.save}</button>
      </div>
    </form>`;
  }
}

function problemOf({ url, events }: WebhookFields): { field: 'url' | 'events'; text: string } | undefined {
  if (!URL.canParse(url)) return { field: 'url', text: text.form.noUrl };
  if (events.length === 0) return { field: 'events', text: text.form.noEvents };
  return undefined;
}
