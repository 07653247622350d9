import { Task } from '@lit/task';
import type { RotatedSecret, Webhook } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { text } from '#texts/webhooks.ts';
import { Attempt } from '../elements/attempt.ts';
import { confirm } from '../elements/confirm.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { whenRead } from '../elements/when-read.ts';
import { PortalPage } from '../portal-page.ts';
import { PORTAL_PATH } from '../routes.ts';
import type { PortalDeliveries } from '../webhooks/portal-deliveries.ts';
import type { WebhookFields } from '../webhooks/webhook-forms.ts';
import { nameOf } from '../webhooks/webhook-health.ts';
import '../webhooks/portal-deliveries.ts';
import '../webhooks/portal-signing-secret.ts';
import '../webhooks/webhook-forms.ts';

const DAY_MS = 86_400_000;

/** One webhook: its state and how to change it, and its deliveries. */
@customElement('portal-webhook')
export class PortalWebhook extends PortalPage {
  /** The dialog that is shown. */
  @state() private open?: 'change' | 'rotate' | 'recover' | undefined;
  @state() private rotated?: RotatedSecret | undefined;
  @query('portal-dialog') private dialog?: PortalDialog | null;
  @query('portal-deliveries') private deliveries?: PortalDeliveries | null;
  #attempt = new Attempt(this);

  readonly #webhook = new Task(this, {
    args: () => [this.#id] as const,
    task: ([id], { signal }): Promise<Webhook> => this.portal.client.webhooks.get(id, { signal }),
  });

  get #id(): string {
    return this.params.id ?? '';
  }

  async #show(dialog: 'change' | 'rotate' | 'recover'): Promise<void> {
    this.open = dialog;
    await this.updateComplete;
    await this.dialog?.show();
  }

  readonly #close = (): void => this.dialog?.close();

  #closed(): void {
    this.open = undefined;
    this.rotated = undefined;
  }

  /** Does something to the webhook, and shows what is true then. */
  #act(said: string, action?: () => Promise<unknown>): Promise<void> {
    return this.#attempt.run(async () => {
      try {
        await action?.();
        this.portal.announce(said);
      } finally {
        void this.#webhook.run();
        this.deliveries?.refresh();
      }
    });
  }

  #test(): Promise<void> {
    return this.#act(text.testSent, () => this.portal.client.webhooks.test(this.#id));
  }

  async #setEnabled(webhook: Webhook, enabled: boolean): Promise<void> {
    if (!enabled && !(await confirm(this, text.pauseQuestion(nameOf(webhook))))) return;
    const update = () => this.portal.client.webhooks.update(this.#id, { enabled });
    await this.#act(enabled ? text.resumed : text.paused, update);
  }

  async #remove(webhook: Webhook): Promise<void> {
    if (!(await confirm(this, text.removeQuestion(nameOf(webhook))))) return;
    await this.#attempt.run(async () => {
      await this.portal.client.webhooks.delete(this.#id);
      this.portal.announce(text.removed(nameOf(webhook)));
      this.portal.goTo('/webhooks');
    });
  }

  readonly #change = async (fields: WebhookFields): Promise<void> => {
    await this.portal.client.webhooks.update(this.#id, fields);
    this.#close();
    await this.#act(text.changed);
  };

  readonly #rotate = async (overlapSeconds: number): Promise<void> => {
    this.rotated = await this.portal.client.webhooks.rotateSecret(this.#id, { overlapSeconds });
  };

  readonly #recover = async (since: Date): Promise<void> => {
    const scheduled = await this.portal.client.webhooks.recover(this.#id, since);
    this.#close();
    await this.#act(text.recovered(scheduled));
  };

  #actions(webhook: Webhook, isEnabled: boolean) {
    const test = html`<button type="button" class="primary" @click=${this.#test}>${text.test}</button>`;
    const resume = html`<button type="button" class="primary" @click=${() => this.#setEnabled(webhook, true)}>
      <portal-icon name="play"></portal-icon>${text.resume}
    </button>`;
    return html`<div class="row">
      ${isEnabled ? test : resume}
      <button type="button" @click=${() => this.#show('change')}>${text.change}</button>
      <portal-menu label=${text.actions(nameOf(webhook))}>
        <button type="button" @click=${() => this.#show('rotate')}>${text.menu.rotate}</button>
        <button type="button" ?disabled=${!isEnabled} @click=${() => this.#show('recover')}>${text.menu.recover}</button>
        <button type="button" ?disabled=${!isEnabled} @click=${() => this.#setEnabled(webhook, false)}>${text.menu.pause}</button>
        <button type="button" class="danger" @click=${() => this.#remove(webhook)}>${text.menu.remove}</button>
      </portal-menu>
    </div>`;
  }

  #notice({ status, disabled_reason, failing_since }: Webhook) {
    if (status === 'enabled' && failing_since === null) return nothing;
    const { what, advice } = status === 'disabled' ? text.stopped[disabled_reason ?? 'requested'] : text.failing;
    const since = status === 'enabled' && html` <portal-time datetime=${failing_since ?? ''}></portal-time>.`;
    return html`<div
      class="card grid grid-cols-[auto_1fr] gap-3 border-[color-mix(in_oklab,var(--warn)_55%,var(--line))]"
      role="status">
      <portal-icon class="text-warn" name="warning"></portal-icon>
      <div><p>${what}${since || nothing}</p><p class="muted">${advice}</p></div>
    </div>`;
  }

  #facts({ url, events, created_at }: Webhook) {
    const fact = (name: string, value: unknown) => html`<dt class="muted">${name}</dt>
      <dd class="wrap-anywhere max-sm:mb-3">${value}</dd>`;
    return html`<dl class="grid sm:grid-cols-[max-content_1fr] sm:gap-x-6 sm:gap-y-2">
      ${fact(text.facts.address, url)}
      ${fact(text.facts.events, events.map((type) => text.eventTypes[type] ?? type).join(' · '))}
      ${fact(text.facts.created, html`<portal-time datetime=${created_at}></portal-time>`)}
    </dl>`;
  }

  #content(webhook: Webhook) {
    const isEnabled = webhook.status === 'enabled';
    return html`${this.#attempt.render()} ${this.#notice(webhook)} ${this.#facts(webhook)}
      <portal-deliveries .portal=${this.portal} webhookId=${webhook.webhook_id} .filter=${this.params.status}
        .isEnabled=${isEnabled}>
        ${isEnabled ? html`<button slot="test" type="button" @click=${this.#test}>${text.test}</button>` : nothing}
      </portal-deliveries>
      ${this.open ? this.#dialog(webhook, this.open) : nothing}`;
  }

  #dialog(webhook: Webhook, open: 'change' | 'rotate' | 'recover') {
    const since = new Date(webhook.failing_since ?? Date.now() - DAY_MS);
    const heading = { change: text.form.change, rotate: text.menu.rotate, recover: text.menu.recover };
    const form = {
      change: html`<portal-webhook-form .webhook=${webhook} .save=${this.#change}></portal-webhook-form>`,
      rotate: html`<portal-rotate-form .rotate=${this.#rotate}></portal-rotate-form>`,
      recover: html`<portal-recover-form .since=${since} .recover=${this.#recover}></portal-recover-form>`,
    };
    const { secret, previous_expires_at } = this.rotated ?? {};
    const shown = secret
      ? html`<portal-signing-secret .secret=${secret} until=${previous_expires_at} @done=${this.#close}></portal-signing-secret>`
      : form[open];
    return html`<portal-dialog heading=${secret ? text.secret.heading : heading[open]} @close=${this.#closed}>
      ${shown}
    </portal-dialog>`;
  }

  protected override render() {
    const { value } = this.#webhook;
    return html`<section class="page">
      <a class="-mb-6 justify-self-start" href="${PORTAL_PATH}/webhooks">${text.back}</a>
      <header class="head">
        <h1 class="wrap-anywhere">${value ? nameOf(value) : text.one}</h1>
        ${value && this.#actions(value, value.status === 'enabled')}
      </header>
      ${whenRead(this.#webhook, 5, (webhook) => this.#content(webhook))}
    </section>`;
  }
}
