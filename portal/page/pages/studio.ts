import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { Attempt } from '../elements/attempt.ts';
import { PortalPage } from '../portal-page.ts';
import { type Abilities, everything, readAbilities } from '../studio/abilities.ts';
import { type Tab, tabs } from '../studio/order.ts';
import { Playground } from '../studio/playground.ts';
import { toImage } from '../studio/run-order.ts';
import type { StudioCode } from '../studio/studio-code.ts';
import { sitterOf } from '../studio/studio-state.ts';
import '../elements/styling-try-on.ts';
import '../studio/studio-strip.ts';

/** Where each tab is, below `/portal`. */
const PATHS: Readonly<Record<Tab, string>> = { 'try-on': '/', 'style-me': '/style-me', analyse: '/analyse' };

/** Belongs to the user who is signed in: what was begun goes on while other pages are shown. */
let current: { readonly userId: string; readonly playground: Playground } | undefined;

/** The studio: try on, style me and analyse, each at a path of its own. `?image=img_…` begins with an image of before. */
@customElement('portal-studio')
export class PortalStudio extends PortalPage {
  @state() private abilities?: Readonly<Record<Tab, Abilities>> | undefined;
  /** Whether the drawer has been asked for. */
  @state() private hasCode!: boolean;
  /** For who does not see what has changed. */
  @state() private said?: string | undefined;
  @query('studio-code') private code?: StudioCode | null;
  /** Reads the image of the address: what is below an error comes after it, and is not pushed down. */
  readonly #reading = new Attempt(this);
  #playground!: Playground;
  #tab: Tab = tabs.find((tab) => location.pathname === `/portal${PATHS[tab]}`) ?? 'try-on';

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('portal')) this.#attach();
    const { image } = this.params;
    if (changed.has('params') && image) void this.#reading.run(() => this.#begin(image));
  }

  protected override firstUpdated(): void {
    const { client } = this.portal;
    // Without it everything is offered: the service refuses what cannot be done.
    readAbilities(client, this.signal).then(
      (abilities) => Object.assign(this, { abilities }),
      () => undefined,
    );
    if (this.#tab === 'style-me') import('../studio/studio-style-me.ts');
    if (this.#tab === 'analyse') import('../studio/studio-analyse.ts');
  }

  #attach(): void {
    const { client, announce, refresh, session } = this.portal;
    const say = (words: string) => {
      if (this.isConnected) this.said = words;
      else announce(words);
    };
    const options = { client, announce: say, onEnd: refresh, isResumed: true };
    if (current?.userId !== session.user_id) current = { userId: session.user_id, playground: new Playground(options) };
    this.#playground = current.playground;
    this.#playground.options = options;
  }

  /** Takes an image of before as the person, or as what is analysed. */
  async #begin(imageId: string): Promise<void> {
    history.replaceState(null, '', location.pathname);
    const image = toImage(await this.portal.client.images.get(imageId, { signal: this.signal }), text.earlier.alt);
    if (this.#tab === 'analyse') this.#playground.change({ subject: sitterOf(image), link: '' });
    else this.#playground.apply({ type: 'dressed_further', image });
  }

  async #showCode(): Promise<void> {
    await import('../studio/studio-code.ts');
    this.hasCode = true;
    await this.updateComplete;
    await this.code?.show();
  }

  #goToTryOn(): void {
    if (this.#tab !== 'try-on') this.portal.goTo(PATHS['try-on']);
    else this.renderRoot.querySelector('styling-try-on')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render() {
    // Beside what is left of the day, in the head line of the frame, where there is room.
    const place = 'flex gap-4 overflow-x-auto sm:-mt-[45px] sm:w-fit';
    return html`<div class="page">
      <h1 class="sr-only">${text.heading}</h1>
      <nav class=${place} aria-label=${text.tabs.label}>${tabs.map((tab) => this.#link(tab))}</nav>
      ${this.#reading.render()} ${this.#content()}
      <p class="sr-only" role="status">${this.said}</p>
      <studio-strip .playground=${this.#playground} @shown=${this.#goToTryOn}></studio-strip>
      ${this.hasCode ? html`<studio-code tab=${this.#tab} .playground=${this.#playground}></studio-code>` : nothing}
    </div>`;
  }

  #link(tab: Tab) {
    return html`<a href="/portal${PATHS[tab]}" aria-current=${tab === this.#tab ? 'page' : nothing}
      class="py-2 text-3 font-medium whitespace-nowrap text-muted no-underline hover:text-ink aria-[current]:text-ink
        aria-[current]:shadow-[inset_0_-2px_var(--accent)]">${text.tabs[tab]}</a>`;
  }

  #content() {
    if (this.#reading.isRunning) return html`<portal-skeleton lines="6"></portal-skeleton>`;
    const playground = this.#playground;
    const can = this.abilities?.[this.#tab] ?? everything;
    const code = html`<button slot="beside" type="button" class="icon-only min-h-12" aria-label=${text.code} title=${text.code}
      @click=${this.#showCode}><portal-icon name="code"></portal-icon></button>`;
    if (this.#tab === 'try-on') {
      return html`<styling-try-on .playground=${playground} .abilities=${can} in-portal>${code}</styling-try-on>`;
    }
    const wear = this.#goToTryOn;
    if (this.#tab === 'style-me') {
      return html`<studio-style-me .playground=${playground} .abilities=${can} @wear=${wear} in-portal>${code}</studio-style-me>`;
    }
    return html`<studio-analyse .playground=${playground} .abilities=${can} @wear=${wear} in-portal>${code}</studio-analyse>`;
  }
}
