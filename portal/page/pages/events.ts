import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/events.ts';
import { sheet } from '../portal-element.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../events/event-row.ts';
import { imageOf } from '../events/event-line.ts';
import { Feed } from '../events/feed.ts';
import type { FeedEvent } from '../events/feed-state.ts';
import { filterStyle, renderFilter } from '../lists/filter.ts';
import { Thumbnails } from '../lists/thumbnails.ts';
import { PortalPage } from '../portal-page.ts';

/** All types of events that this page has words for. */
const EVENT_TYPES = [
  ...(['job.succeeded', 'job.failed', 'job.canceled', 'image.created', 'image.deleted'] as const),
  ...(['key.created', 'key.revoked', 'usage.threshold', 'webhook.disabled', 'webhook.test'] as const),
] satisfies FeedEvent['type'][];
/** No image is older than this when its job ends, ms. */
const LONGEST_JOB_MS = 3_600_000;

/** What happens to the user's jobs, images, keys and webhooks, as it happens, newest first. */
@customElement('portal-events')
export class PortalEvents extends PortalPage {
  static override styles = [
    sheet,
    filterStyle,
    css`
      ul.card {
        padding: var(--space-1) 0;
        overflow: hidden;
      }
      li + li {
        border-top: 1px solid var(--line);
      }
      .live {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
      }
      .live i {
        width: 8px;
        height: 8px;
        border-radius: 50%;
        background: var(--muted);
      }
      .live.is-live i {
        background: var(--good);
      }
      @media (prefers-reduced-motion: no-preference) {
        li.fresh {
          animation: arrive 400ms ease-out;
        }
        @keyframes arrive {
          from {
            background: color-mix(in oklab, var(--accent) 14%, transparent);
          }
        }
      }
    `,
  ];
  readonly #feed = new Feed(this, () => this.portal.client);
  readonly #thumbnails = new Thumbnails(this);

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('params') as this['params'] | undefined;
    const types = this.params.types;
    if (changed.has('portal') || (before && before.types !== types)) this.#feed.restart(types);
  }

  override updated(): void {
    const rows = this.#feed.state.events.map((event) => ({
      imageId: imageOf(event),
      after: new Date(Date.parse(event.timestamp) - LONGEST_JOB_MS).toISOString(),
    }));
    void this.#thumbnails.want(rows);
  }

  override render() {
    const { types } = this.params;
    const groups = Object.entries(text.groups).map(([group, label]) => {
      const ofGroup = EVENT_TYPES.filter((type) => type.startsWith(`${group}.`)).join();
      return { label, href: `/portal/events?types=${ofGroup}`, isChosen: types === ofGroup };
    });
    return html`<div class="page">
      <div class="head">
        <h1>${text.title}</h1>
        ${this.#renderLive()}
      </div>
      ${renderFilter(text.filter, [{ label: text.all, href: '/portal/events', isChosen: !types }, ...groups])}
      ${this.#renderEvents()}
    </div>`;
  }

  #renderLive() {
    const { isPaused, error } = this.#feed;
    const isLive = !isPaused && !error && this.#feed.state.isCurrent;
    const said = isPaused ? text.paused : error ? text.lost : isLive ? text.live : text.reading;
    return html`<div class="row">
      <span class="live muted ${isLive ? 'is-live' : ''}" role="status"><i></i>${said}</span>
      <button type="button" @click=${() => this.#feed.toggle()}>
        <portal-icon name=${isPaused ? 'play' : 'stop'}></portal-icon>${isPaused ? text.continue : text.pause}
      </button>
    </div>`;
  }

  #renderEvents() {
    const { events, received, fresh, isCurrent, hasGap } = this.#feed.state;
    const { error } = this.#feed;
    if (error && events.length === 0) {
      return html`<portal-error .error=${error} @retry=${() => this.#feed.retry()}></portal-error>`;
    }
    if (!isCurrent && !hasGap) {
      return html`${received > 0 ? html`<p class="muted" role="status">${text.catchingUp(received)}</p>` : ''}
        <portal-skeleton lines="8"></portal-skeleton>`;
    }
    if (events.length === 0) return renderEmpty(this.params.types !== undefined);
    return html`
      ${hasGap ? html`<p class="muted" role="status">${text.gap}</p>` : ''}
      <ul class="card">
        ${repeat(
          events,
          ({ id }) => id,
          (event) =>
            html`<li class=${fresh.has(event.id) ? 'fresh' : ''}>
              <portal-event-row .event=${event} .image=${this.#thumbnails.of(imageOf(event))}></portal-event-row>
            </li>`,
        )}
      </ul>
      ${received > events.length ? html`<p class="muted small">${text.bounded(events.length, received)}</p>` : ''}
    `;
  }
}

function renderEmpty(isFiltered: boolean) {
  const { heading, text: sentence, action } = isFiltered ? text.noneOfType : text.empty;
  return html`<portal-empty heading=${heading} text=${sentence}>
    <a class="button ${isFiltered ? '' : 'primary'}" href=${isFiltered ? '/portal/events' : '/portal/'}>${action}</a>
  </portal-empty>`;
}
