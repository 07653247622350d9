import { Task } from '@lit/task';
import type { Delivery, Webhook } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { whenRead } from '../elements/when-read.ts';
import { PortalPage } from '../portal-page.ts';
import { PORTAL_PATH } from '../routes.ts';
import type { WebhookFields } from '../webhooks/webhook-forms.ts';
import { deliveryStrip, healthOf, healthSign, nameOf } from '../webhooks/webhook-health.ts';
import '../webhooks/portal-signing-secret.ts';
import '../webhooks/webhook-forms.ts';

/** How many fit in a line of a phone. */
const LATEST = 16;

type Listed = { readonly webhook: Webhook; readonly latest: readonly Delivery[] };

/** The webhooks of the user: how each does, and its last deliveries. */
@customElement('portal-webhooks')
export class PortalWebhooks extends PortalPage {
  /** The secret of the webhook that was just made. */
  @state() private secret?: string | undefined;
  @state() private isAdding = false;
  @query('portal-dialog') private dialog!: PortalDialog;

  readonly #webhooks = new Task(this, {
    args: () => [],
    task: async (_, { signal }): Promise<Listed[]> => {
      const { client } = this.portal;
      const listed = async (webhook: Webhook): Promise<Listed> => {
        const input = { path: { id: webhook.webhook_id }, query: { limit: LATEST } };
        return { webhook, latest: (await client.call('listDeliveries', input, { signal })).deliveries };
      };
      return Promise.all((await client.webhooks.list({ signal })).map(listed));
    },
  });

  async #add(): Promise<void> {
    this.isAdding = true;
    await this.updateComplete;
    await this.dialog.show();
  }

  readonly #create = async (fields: WebhookFields): Promise<void> => {
    const { secret } = await this.portal.client.webhooks.create(fields, { signal: this.signal });
    this.secret = secret;
    void this.#webhooks.run();
  };

  #closed(): void {
    this.isAdding = false;
    this.secret = undefined;
  }

  #addButton() {
    return html`<button type="button" class="primary" @click=${this.#add}>
      <portal-icon name="plus"></portal-icon>${text.add}
    </button>`;
  }

  #list(listed: readonly Listed[]) {
    if (listed.length === 0) {
      return html`<portal-empty heading=${text.empty.heading} text=${text.empty.text}>${this.#addButton()}</portal-empty>`;
    }
    return html`<ul class="stack">
      ${listed.map(
        ({ webhook, latest }) => html`<li class="card grid gap-3">
          <div class="head min-h-0">
            <h2 class="wrap-anywhere"><a href="${PORTAL_PATH}/webhooks/${webhook.webhook_id}">${nameOf(webhook)}</a></h2>
            ${healthSign(healthOf(webhook, latest))}
          </div>
          <p class="muted wrap-anywhere">${webhook.url}</p>
          <div class="grid gap-1">
            <span class="small muted">${latest.length > 0 ? text.recent : text.noDeliveries}</span>
            ${latest.length > 0 ? deliveryStrip(latest) : nothing}
          </div>
        </li>`,
      )}
    </ul>`;
  }

  #addDialog() {
    const { secret } = this;
    const content = secret
      ? html`<portal-signing-secret .secret=${secret} @done=${() => this.dialog.close()}></portal-signing-secret>`
      : html`<portal-webhook-form .save=${this.#create}></portal-webhook-form>`;
    return html`<portal-dialog heading=${secret ? text.secret.heading : text.form.create} @close=${this.#closed}>
      ${content}
    </portal-dialog>`;
  }

  protected override render() {
    return html`<section class="page">
      <header class="head">
        <h1>${text.title}</h1>
        ${this.#webhooks.value?.length ? this.#addButton() : nothing}
      </header>
      <p class="muted">${text.about}</p>
      ${whenRead(this.#webhooks, 4, (listed) => this.#list(listed))} ${this.isAdding ? this.#addDialog() : nothing}
    </section>`;
  }
}
