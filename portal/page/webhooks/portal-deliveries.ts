import { Task } from '@lit/task';
import type { Delivery } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text as lists } from '#texts/lists.ts';
import { text } from '#texts/webhooks.ts';
import { Attempt } from '../elements/attempt.ts';
import { whenRead } from '../elements/when-read.ts';
import { renderFilter } from '../lists/filter.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { PORTAL_PATH } from '../routes.ts';
import { deliveryEntry } from './delivery-entry.ts';

const PAGE = 20;
/** The API's bound of a page. */
const MOST_AT_ONCE = 100;
/** How often to look, in ms: whether what is on its way has arrived, and whether anything is new. */
const LOOK_AGAIN_MS = { soon: 2_000, later: 10_000 };
/** A next attempt within this time is looked at soon, in ms. */
const SOON_MS = 10_000;

const STATUSES = ['pending', 'succeeded', 'failed'] as const;

type Read = { readonly shown: readonly Delivery[]; readonly hasMore: boolean };

/**
 * `<portal-deliveries .portal=${portal} webhookId="whk_…" filter="failed">`: the deliveries of a webhook, newest first, kept up to
 * date while they are shown.
 */
@customElement('portal-deliveries')
export class PortalDeliveries extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @property() webhookId!: string;
  /** A status; all without. */
  @property() filter?: string | undefined;
  /** Whether the webhook is, so that something can be sent again. */
  @property({ attribute: false }) isEnabled!: boolean;
  /** How many are shown at most. */
  @state() private count = PAGE;
  #again: ReturnType<typeof setTimeout> | undefined;
  #sending = new Attempt(this);

  readonly #deliveries = new Task(this, {
    args: () => [this.webhookId, this.filter, this.count] as const,
    task: async ([id, filter, count], { signal }): Promise<Read> => {
      const status = STATUSES.find((known) => known === filter);
      const pageSize = Math.min(count + 1, MOST_AT_ONCE);
      const list = this.portal.client.webhooks.deliveries(id, { signal, pageSize, ...(status && { status }) });
      const read: Delivery[] = [];
      for await (const delivery of list) if (read.push(delivery) > count) break;
      return { shown: read.slice(0, count), hasMore: read.length > count };
    },
    onComplete: ({ shown }) => this.#lookAgain(shown),
    onError: () => this.#lookAgain([]),
  });

  /** Reads them again, e.g. after something was sent. */
  refresh(): void {
    void this.#deliveries.run();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#again);
  }

  #lookAgain(shown: readonly Delivery[]): void {
    clearTimeout(this.#again);
    if (!this.isConnected) return;
    const isSoon = ({ next_attempt_at }: Delivery) =>
      next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + SOON_MS;
    const ms = shown.some(isSoon) ? LOOK_AGAIN_MS.soon : LOOK_AGAIN_MS.later;
    this.#again = setTimeout(() => (document.hidden ? this.#lookAgain(shown) : this.refresh()), ms);
  }

  #redeliver({ delivery_id }: Delivery): void {
    void this.#sending.run(async () => {
      await this.portal.client.webhooks.redeliver(this.webhookId, delivery_id).finally(() => this.refresh());
      this.portal.announce(text.redelivered);
    });
  }

  #more(): void {
    this.count += PAGE;
  }

  #list({ shown, hasMore }: Read) {
    if (shown.length === 0) {
      return this.filter
        ? html`<p class="muted">${text.noneOfFilter}</p>`
        : html`<portal-empty heading=${text.none.heading} text=${text.none.text}><slot name="test"></slot></portal-empty>`;
    }
    const entries = repeat(
      shown,
      ({ delivery_id }) => delivery_id,
      (delivery) => html`<li>
        ${deliveryEntry(delivery, this.isEnabled ? () => this.#redeliver(delivery) : undefined)}
      </li>`,
    );
    const more = html`<button type="button" class="justify-self-start" @click=${this.#more}>${lists.more}</button>`;
    return html`<ul class="card divide-y divide-line py-2">${entries}</ul>
      ${hasMore ? more : nothing}`;
  }

  protected override render() {
    const choices = (['all', ...STATUSES] as const).map((filter) => ({
      label: text.filters[filter],
      href: `${PORTAL_PATH}/webhooks/${this.webhookId}${filter === 'all' ? '' : `?status=${filter}`}`,
      isChosen: (this.filter ?? 'all') === filter,
    }));
    return html`<section class="stack" aria-labelledby="heading">
      <div class="head">
        <h2 id="heading">${text.deliveries}</h2>
        ${renderFilter(lists.filter, choices)}
      </div>
      ${this.#sending.render()} ${whenRead(this.#deliveries, 5, (read) => this.#list(read))}
    </section>`;
  }
}
