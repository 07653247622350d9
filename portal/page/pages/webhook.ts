import { Task } from '@lit/task';
import type { RotatedSecret, Webhook } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/webhook.ts';
import { text as shared } from '#texts/webhooks.ts';
import { confirm } from '../elements/confirm.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { sheet } from '../portal-element.ts';
import { PortalPage } from '../portal-page.ts';
import type { PortalDeliveries } from '../webhooks/portal-deliveries.ts';
import type { WebhookFields } from '../webhooks/portal-webhook-form.ts';
import { nameOf } from '../webhooks/webhook-health.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-menu.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';
import '../webhooks/portal-deliveries.ts';
import '../webhooks/portal-recover-form.ts';
import '../webhooks/portal-rotate-form.ts';
import '../webhooks/portal-signing-secret.ts';
import '../webhooks/portal-webhook-form.ts';

const DAY_MS = 86_400_000;

/** One webhook: its state and how to change it, and its deliveries. */
@customElement('portal-webhook')
export class PortalWebhook extends PortalPage {
  /** The dialog that is shown. */
  @state() private open?: 'change' | 'rotate' | 'recover' | undefined;
  @state() private rotated?: RotatedSecret | undefined;
  /** Of the last action. */
  @state() private error: unknown;
  static override styles = [
    sheet,
    css`
      h1 {
        overflow-wrap: anywhere;
      }
      .page > a {
        justify-self: start;
        margin-bottom: calc(-1 * var(--space-5));
      }
      dl {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: var(--space-2) var(--space-5);
      }
      dt {
        color: var(--muted);
      }
      dd {
        overflow-wrap: anywhere;
      }
      .notice {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: var(--space-3);
        border-color: color-mix(in oklab, var(--warn) 55%, var(--line));
      }
      .notice > portal-icon {
        color: var(--warn);
      }
      @media (max-width: 639px) {
        dl {
          grid-template-columns: 1fr;
          gap: 0;
        }
        dd {
          margin-bottom: var(--space-3);
        }
      }
    `,
  ];

  readonly #webhook = new Task(this, {
    args: () => [this.params.id ?? ''] as const,
    task: ([id], { signal }): Promise<Webhook> => this.portal.client.webhooks.get(id, { signal }),
  });

  get #id(): string {
    return this.params.id ?? '';
  }

  get #deliveries(): PortalDeliveries | null {
    return this.renderRoot.querySelector('portal-deliveries');
  }

  async #show(dialog: 'change' | 'rotate' | 'recover'): Promise<void> {
    this.open = dialog;
    await this.updateComplete;
    await this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.show();
  }

  #close(): void {
    this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.close();
  }

  #closed(): void {
    this.open = undefined;
    this.rotated = undefined;
  }

  /** Does something to the webhook, and shows what is true then; a failure is shown instead. */
  async #act(action: () => Promise<string>): Promise<void> {
    this.error = undefined;
    try {
      this.portal.announce(await action());
    } catch (error) {
      this.error = error;
    }
    void this.#webhook.run();
    this.#deliveries?.refresh();
  }

  #test(): Promise<void> {
    return this.#act(async () => {
      await this.portal.client.webhooks.test(this.#id);
      return text.testSent;
    });
  }

  async #setEnabled(webhook: Webhook, enabled: boolean): Promise<void> {
    if (!enabled && !(await confirm(this, text.pauseQuestion(nameOf(webhook))))) return;
    await this.#act(async () => {
      await this.portal.client.webhooks.update(this.#id, { enabled });
      return enabled ? text.resumed : text.paused;
    });
  }

  async #remove(webhook: Webhook): Promise<void> {
    if (!(await confirm(this, text.removeQuestion(nameOf(webhook))))) return;
    try {
      await this.portal.client.webhooks.delete(this.#id);
    } catch (error) {
      this.error = error;
      return;
    }
    this.portal.announce(text.removed(nameOf(webhook)));
    this.portal.goTo('/webhooks');
  }

  readonly #change = async (fields: WebhookFields): Promise<void> => {
    await this.portal.client.webhooks.update(this.#id, fields);
    this.#close();
    await this.#act(async () => text.changed);
  };

  readonly #rotate = async (overlapSeconds: number): Promise<void> => {
    this.rotated = await this.portal.client.webhooks.rotateSecret(this.#id, { overlapSeconds });
  };

  readonly #recover = async (since: Date): Promise<void> => {
    const scheduled = await this.portal.client.webhooks.recover(this.#id, since);
    this.#close();
    await this.#act(async () => text.recovered(scheduled));
  };

  protected override render() {
    const { value } = this.#webhook;
    return html`<section class="page">
      <a href="/portal/webhooks">${text.back}</a>
      ${this.#webhook.render({
        initial: () => this.#untitled(html`<portal-skeleton lines="5"></portal-skeleton>`),
        pending: () =>
          value ? this.#page(value) : this.#untitled(html`<portal-skeleton lines="5"></portal-skeleton>`),
        complete: (webhook) => this.#page(webhook),
        error: (error) =>
          this.#untitled(html`<portal-error .error=${error} @retry=${() => this.#webhook.run()}></portal-error>`),
      })}
    </section>`;
  }

  /** While its name is not known. */
  #untitled(content: unknown) {
    return html`<header class="head"><h1>${text.title}</h1></header>
      ${content}`;
  }

  #page(webhook: Webhook) {
    const isEnabled = webhook.status === 'enabled';
    return html`<header class="head">
        <h1>${nameOf(webhook)}</h1>
        <div class="row">
          ${
            isEnabled
              ? html`<button type="button" class="primary" @click=${this.#test}>${text.test}</button>`
              : html`<button type="button" class="primary" @click=${() => this.#setEnabled(webhook, true)}>
                  <portal-icon name="play"></portal-icon>${text.resume}
                </button>`
          }
          <button type="button" @click=${() => this.#show('change')}>${text.change}</button>
          <portal-menu label=${text.actions(nameOf(webhook))}>
            <button type="button" @click=${() => this.#show('rotate')}>${text.rotate}</button>
            <button type="button" ?disabled=${!isEnabled} @click=${() => this.#show('recover')}>${text.recover}</button>
            <button type="button" ?disabled=${!isEnabled} @click=${() => this.#setEnabled(webhook, false)}>
              ${text.pause}
            </button>
            <button type="button" class="danger" @click=${() => this.#remove(webhook)}>${text.remove}</button>
          </portal-menu>
        </div>
      </header>
      ${this.error === undefined ? nothing : html`<portal-error .error=${this.error}></portal-error>`}
      ${this.#notice(webhook)} ${this.#facts(webhook)}
      <portal-deliveries
        .portal=${this.portal}
        webhookId=${webhook.webhook_id}
        .filter=${this.params.status}
        .isEnabled=${isEnabled}
        @failure=${({ detail }: CustomEvent<unknown>) => {
          this.error = detail;
        }}
      >
        ${isEnabled ? html`<button slot="test" type="button" @click=${this.#test}>${text.test}</button>` : nothing}
      </portal-deliveries>
      ${this.open ? this.#dialog(webhook, this.open) : nothing}`;
  }

  #notice({ status, disabled_reason, failing_since }: Webhook) {
    if (status === 'disabled') {
      const { what, advice } = text.stopped[disabled_reason ?? 'requested'];
      return html`<div class="card notice" role="status">
        <portal-icon name="warning"></portal-icon>
        <div><p>${what}</p><p class="muted">${advice}</p></div>
      </div>`;
    }
    if (failing_since === null) return nothing;
    return html`<div class="card notice" role="status">
      <portal-icon name="warning"></portal-icon>
      <div>
        <p>${text.failingSince} <portal-time datetime=${failing_since}></portal-time>.</p>
        <p class="muted">${text.failingAdvice}</p>
      </div>
    </div>`;
  }

  #facts({ url, events, created_at }: Webhook) {
    return html`<dl>
      <dt>${text.address}</dt>
      <dd>${url}</dd>
      <dt>${text.events}</dt>
      <dd>${events.map((type) => shared.eventTypes[type] ?? type).join(' · ')}</dd>
      <dt>${text.created}</dt>
      <dd><portal-time datetime=${created_at}></portal-time></dd>
    </dl>`;
  }

  #dialog(webhook: Webhook, open: 'change' | 'rotate' | 'recover') {
    const since = new Date(webhook.failing_since ?? Date.now() - DAY_MS);
    const [heading, content] = this.rotated
      ? [shared.secret.heading, this.#secret(this.rotated)]
      : {
          change: [
            shared.form.change,
            html`<portal-webhook-form .webhook=${webhook} .save=${this.#change}></portal-webhook-form>`,
          ],
          rotate: [text.rotateForm.heading, html`<portal-rotate-form .rotate=${this.#rotate}></portal-rotate-form>`],
          recover: [
            text.recoverForm.heading,
            html`<portal-recover-form .since=${since} .recover=${this.#recover}></portal-recover-form>`,
          ],
        }[open];
    return html`<portal-dialog heading=${heading} @close=${this.#closed}>${content}</portal-dialog>`;
  }

  #secret({ secret, previous_expires_at }: RotatedSecret) {
    return html`<portal-signing-secret
      .secret=${secret}
      until=${previous_expires_at}
      @done=${this.#close}
    ></portal-signing-secret>`;
  }
}
