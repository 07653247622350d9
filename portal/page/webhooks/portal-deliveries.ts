import { Task } from '@lit/task';
import type { Delivery } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/webhook.ts';
import { type FilterChoice, filterStyle, renderFilter } from '../lists/filter.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import './portal-delivery.ts';

const PAGE = 20;
/** Of the API. */
const MOST_AT_ONCE = 100;
/** How often to look, in ms: whether what is on its way has arrived, and whether anything is new. */
const LOOK_AGAIN_MS = { soon: 2_000, later: 10_000 };
/** A next attempt within this time is looked at soon, in ms. */
const SOON_MS = 10_000;

const FILTERS = ['all', 'pending', 'succeeded', 'failed'] as const;

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
  @state() private count: number = PAGE;
  #again: ReturnType<typeof setTimeout> | undefined;
  static override styles = [
    sheet,
    filterStyle,
    css`
      .card {
        padding-block: var(--space-2);
      }
      li + li {
        border-top: 1px solid var(--line);
      }
    `,
  ];

  readonly #deliveries = new Task(this, {
    args: () => [this.webhookId, this.filter, this.count] as const,
    task: async ([id, filter, count], { signal }): Promise<Read> => {
      const status = FILTERS.find((known) => known === filter && known !== 'all') as Delivery['status'] | undefined;
      const pageSize = Math.min(count + 1, MOST_AT_ONCE);
      const list = this.portal.client.webhooks.deliveries(id, { signal, pageSize, ...(status && { status }) });
      const read: Delivery[] = [];
      for await (const delivery of list) if (read.push(delivery) > count) break;
      return { shown: read.slice(0, count), hasMore: read.length > count };
    },
    onComplete: ({ shown }) => this.#lookAgain(shown),
    // What is shown stays until a look succeeds.
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

  async #redeliver({ delivery_id }: Delivery): Promise<void> {
    try {
      await this.portal.client.webhooks.redeliver(this.webhookId, delivery_id);
      this.portal.announce(text.redelivered);
    } catch (error) {
      this.dispatchEvent(new CustomEvent('failure', { detail: error }));
    }
    this.refresh();
  }

  protected override render() {
    const { value } = this.#deliveries;
    return html`<section class="stack" aria-labelledby="heading">
      <div class="head">
        <h2 id="heading">${text.deliveries}</h2>
        ${renderFilter(
          text.filter,
          FILTERS.map((filter) => this.#choice(filter)),
        )}
      </div>
      ${this.#deliveries.render({
        pending: () => (value ? this.#list(value) : html`<portal-skeleton lines="5"></portal-skeleton>`),
        complete: (read) => this.#list(read),
        error: (error) => html`<portal-error .error=${error} @retry=${this.refresh}></portal-error>`,
      })}
    </section>`;
  }

  #choice(filter: (typeof FILTERS)[number]): FilterChoice {
    const href = `/portal/webhooks/${this.webhookId}${filter === 'all' ? '' : `?status=${filter}`}`;
    return { label: text.filters[filter], href, isChosen: (this.filter ?? 'all') === filter };
  }

  #list({ shown, hasMore }: Read) {
    if (shown.length === 0) {
      return this.filter
        ? html`<p class="muted">${text.noneOfFilter}</p>`
        : html`<portal-empty heading=${text.none.heading} text=${text.none.text}><slot name="test"></slot></portal-empty>`;
    }
    return html`<ul class="card">
        ${repeat(
          shown,
          ({ delivery_id }) => delivery_id,
          (delivery) => html`<li>
            <portal-delivery
              .delivery=${delivery}
              .canRedeliver=${this.isEnabled}
              @redeliver=${() => this.#redeliver(delivery)}
            ></portal-delivery>
          </li>`,
        )}
      </ul>
      ${
        hasMore
          ? html`<div class="row">
              <button
                type="button"
                @click=${() => {
                  this.count += PAGE;
                }}
              >
                ${text.more}
              </button>
            </div>`
          : nothing
      }`;
  }
}
