import { Task } from '@lit/task';
import type { Delivery, Webhook } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { sheet } from '../portal-element.ts';
import { PortalPage } from '../portal-page.ts';
import type { WebhookFields } from '../webhooks/portal-webhook-form.ts';
import { healthOf, nameOf } from '../webhooks/webhook-health.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../webhooks/portal-delivery-strip.ts';
import '../webhooks/portal-signing-secret.ts';
import '../webhooks/portal-webhook-form.ts';
import '../webhooks/portal-webhook-health.ts';

/** As many as fit in a line of a phone. */
const LATEST = 16;

type Listed = { readonly webhook: Webhook; readonly latest: readonly Delivery[] };

/** The webhooks of the user: how each does, and its last deliveries. */
@customElement('portal-webhooks')
export class PortalWebhooks extends PortalPage {
  /** Of the webhook that was just made. */
  @state() private secret?: string | undefined;
  @state() private isAdding!: boolean;
  static override styles = [
    sheet,
    css`
      li {
        display: grid;
        gap: var(--space-3);
      }
      li .head {
        min-height: 0;
      }
      li h2 {
        overflow-wrap: anywhere;
      }
      .url {
        overflow-wrap: anywhere;
      }
      .strip {
        display: grid;
        gap: var(--space-1);
      }
    `,
  ];

  readonly #webhooks = new Task(this, {
    args: () => [],
    task: async (_, { signal }): Promise<Listed[]> => {
      const { webhooks } = this.portal.client;
      return Promise.all(
        (await webhooks.list({ signal })).map(async (webhook) => ({
          webhook,
          latest: await this.#latestOf(webhook.webhook_id, signal),
        })),
      );
    },
  });

  async #latestOf(id: string, signal: AbortSignal): Promise<Delivery[]> {
    const input = { path: { id }, query: { limit: LATEST } };
    return (await this.portal.client.call('listDeliveries', input, { signal })).deliveries;
  }

  get #dialog(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  async #add(): Promise<void> {
    this.isAdding = true;
    await this.updateComplete;
    await this.#dialog?.show();
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

  protected override render() {
    return html`<section class="page">
      <header class="head">
        <h1>${text.title}</h1>
        ${this.#webhooks.value?.length ? this.#addButton() : nothing}
      </header>
      <p class="muted">${text.about}</p>
      ${this.#webhooks.render({
        initial: () => html`<portal-skeleton lines="4"></portal-skeleton>`,
        pending: () =>
          this.#webhooks.value ? this.#list(this.#webhooks.value) : html`<portal-skeleton lines="4"></portal-skeleton>`,
        complete: (listed) => this.#list(listed),
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#webhooks.run()}></portal-error>`,
      })}
      ${this.isAdding ? this.#addDialog() : nothing}
    </section>`;
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
        ({ webhook, latest }) => html`<li class="card">
          <div class="head">
            <h2><a href="/portal/webhooks/${webhook.webhook_id}">${nameOf(webhook)}</a></h2>
            <portal-webhook-health health=${healthOf(webhook, latest)}></portal-webhook-health>
          </div>
          <p class="url muted">${webhook.url}</p>
          <div class="strip">
            <span class="small muted">${latest.length > 0 ? text.recent : text.noDeliveries}</span>
            ${latest.length > 0 ? html`<portal-delivery-strip .deliveries=${latest}></portal-delivery-strip>` : nothing}
          </div>
        </li>`,
      )}
    </ul>`;
  }

  #addDialog() {
    return html`<portal-dialog heading=${this.secret ? text.secret.heading : text.form.create} @close=${this.#closed}>
      ${
        this.secret
          ? html`<portal-signing-secret
              .secret=${this.secret}
              @done=${() => this.#dialog?.close()}
            ></portal-signing-secret>`
          : html`<portal-webhook-form .save=${this.#create}></portal-webhook-form>`
      }
    </portal-dialog>`;
  }
}
