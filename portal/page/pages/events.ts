import { html, type PropertyValues } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/events.ts';
import { text as lists } from '#texts/lists.ts';
import { imageOf, typesOf } from '../events/event-line.ts';
import { PortalPage } from '../portal-page.ts';
import '../events/event-row.ts';
import { Feed } from '../events/feed.ts';
import { renderFilter } from '../lists/filter.ts';
import { renderEmpty } from '../lists/render-list.ts';
import { Thumbnails } from '../lists/thumbnails.ts';

const PATH = '/portal/events';
/** Fades. */
const FRESH = 'transition-colors duration-400 motion-safe:starting:bg-accent/14';
/** No image is older than this when its job ends, ms. */
const LONGEST_JOB_MS = 3_600_000;

/** What happens to the user's jobs, images, keys and webhooks, as it happens, newest first. */
@customElement('portal-events')
export class PortalEvents extends PortalPage {
  readonly #feed = new Feed(this);
  readonly #thumbnails = new Thumbnails(this);

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('params');
    const { types } = this.params;
    if (!this.hasUpdated || (before && before.types !== types)) this.#feed.restart(types);
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
      const ofGroup = typesOf(group);
      return { label, href: `${PATH}?types=${ofGroup}`, isChosen: types === ofGroup };
    });
    return html`<div class="page">
      <div class="head"><h1>${text.title}</h1>${this.#renderLive()}</div>
      ${renderFilter(lists.filter, [{ label: lists.all, href: PATH, isChosen: !types }, ...groups])}
      ${this.#renderEvents(types)}
    </div>`;
  }

  #renderLive() {
    const { isPaused, error, state } = this.#feed;
    const isLive = !isPaused && !error && state.isCurrent;
    const said = isPaused ? text.paused : error ? text.lost : isLive ? text.live : text.reading;
    return html`<div class="row">
      <span class="muted inline-flex items-center gap-2" role="status">
        <i class="size-2 rounded-full ${isLive ? 'bg-good' : 'bg-muted'}"></i>${said}
      </span>
      <button type="button" @click=${() => this.#feed.toggle()}>
        <portal-icon name=${isPaused ? 'play' : 'stop'}></portal-icon>${isPaused ? text.continue : text.pause}
      </button>
    </div>`;
  }

  #renderEvents(types: string | undefined) {
    const { error, state } = this.#feed;
    const { events, received, fresh, isCurrent, hasGap } = state;
    if (error && events.length === 0) {
      return html`<portal-error .error=${error} @retry=${() => this.#feed.retry()}></portal-error>`;
    }
    if (!isCurrent && !hasGap) {
      return html`${received > 0 ? html`<p class="muted" role="status">${text.catchingUp(received)}</p>` : ''}
        <portal-skeleton lines="8"></portal-skeleton>`;
    }
    if (events.length === 0) return types ? renderEmpty(text.noneOfType, PATH) : renderEmpty(text.empty);
    return html`
      ${hasGap ? html`<p class="muted" role="status">${text.gap}</p>` : ''}
      <ul class="card divide-y divide-line overflow-hidden px-0 py-1">
        ${repeat(
          events,
          ({ id }) => id,
          (event) => html`<li class=${fresh.has(event.id) ? FRESH : ''}>
            <portal-event-row class="px-4 py-2" .event=${event} .image=${this.#thumbnails.of(imageOf(event))}></portal-event-row>
          </li>`,
        )}
      </ul>
      ${received > events.length ? html`<p class="muted small">${text.bounded(events.length, received)}</p>` : ''}
    `;
  }
}
