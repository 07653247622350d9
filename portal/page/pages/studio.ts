import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { PortalPage } from '../portal-page.ts';
import { type Abilities, everything, readAbilities } from '../studio/abilities.ts';
import type { Tab } from '../studio/order.ts';
import { Playground, type PlaygroundOptions } from '../studio/playground.ts';
import { toImage } from '../studio/run-order.ts';
import type { StudioCode } from '../studio/studio-code.ts';
import { sitterOf } from '../studio/studio-state.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../elements/styling-try-on.ts';
import '../studio/studio-strip.ts';

/** Where each tab is, below `/portal`. */
const PATHS: Readonly<Record<Tab, string>> = { 'try-on': '/', 'style-me': '/style-me', analyse: '/analyse' };
const TABS = Object.keys(PATHS) as Tab[];

/** Of the user who is signed in: what was begun goes on while other pages are shown. */
let current: { readonly userId: string; readonly playground: Playground } | undefined;

/** The studio: try on, style me and analyse, each at a path of its own. `?image=img_…` begins with an image of before. */
@customElement('portal-studio')
export class PortalStudio extends PortalPage {
  @state() private abilities?: Readonly<Record<Tab, Abilities>> | undefined;
  @state() private error: unknown;
  /** Whether the image of the address is being read: what is below an error comes after it, and is not pushed down. */
  @state() private isReading!: boolean;
  /** Whether the drawer has been asked for. */
  @state() private hasCode!: boolean;
  /** For who does not see what has changed. */
  @state() private said?: string | undefined;
  #tab: Tab = TABS.find((tab) => location.pathname === `/portal${PATHS[tab]}`) ?? 'try-on';
  static override styles = [
    sheet,
    css`
      nav {
        display: flex;
        gap: var(--space-4);
        overflow-x: auto;
      }
      nav a {
        padding: var(--space-2) 0;
        color: var(--muted);
        font-size: var(--text-3);
        font-weight: 500;
        text-decoration: none;
        white-space: nowrap;
      }
      nav a:hover {
        color: var(--ink);
      }
      nav a[aria-current] {
        color: var(--ink);
        box-shadow: inset 0 -2px var(--accent);
      }
      /* Beside what is left of the day, in the head line of the frame. */
      @media (min-width: 640px) {
        nav {
          width: fit-content;
          margin-top: -45px;
        }
      }
      .code {
        width: 48px;
        min-height: 48px;
      }
    `,
  ];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('portal')) this.#attach();
    if (changed.has('params') && this.params.image) this.#begin(this.params.image);
  }

  protected override firstUpdated(): void {
    this.#readAbilities();
    if (this.#tab === 'style-me') import('../studio/studio-style-me.ts');
    if (this.#tab === 'analyse') import('../studio/studio-analyse.ts');
  }

  get #playground(): Playground {
    if (!current) throw new Error('a studio without a portal');
    return current.playground;
  }

  #attach(): void {
    const { client, announce, refresh, session } = this.portal;
    const say = (words: string) => {
      if (this.isConnected) this.said = words;
      else announce(words);
    };
    const options: PlaygroundOptions = { client, announce: say, onEnd: refresh, isResumed: true };
    if (current?.userId === session.user_id) current.playground.attach(options);
    else current = { userId: session.user_id, playground: new Playground(options) };
  }

  /** Without it everything is offered: the service refuses what cannot be done. */
  async #readAbilities(): Promise<void> {
    this.abilities = await readAbilities(this.portal.client, this.signal).catch(() => undefined);
  }

  /** Takes an image of before as the person, or as what is analysed. */
  async #begin(imageId: string): Promise<void> {
    this.error = undefined;
    this.isReading = true;
    history.replaceState(null, '', location.pathname);
    try {
      const record = await this.portal.client.images.get(imageId, { signal: this.signal });
      const image = toImage(record, text.earlier.alt);
      this.#playground.apply(
        this.#tab === 'analyse'
          ? { type: 'changed', fields: { subject: sitterOf(image), link: '' } }
          : { type: 'dressed_further', image },
      );
    } catch (error) {
      if (!this.signal.aborted) this.error = error;
    } finally {
      this.isReading = false;
    }
  }

  async #showCode(): Promise<void> {
    await import('../studio/studio-code.ts');
    this.hasCode = true;
    await this.updateComplete;
    await this.renderRoot.querySelector<StudioCode>('studio-code')?.show();
  }

  protected override render() {
    return html`<div class="page">
      <h1 class="sr-only">${text.heading}</h1>
      <nav aria-label=${text.tabs.label}>
        ${TABS.map(
          (tab) => html`<a href="/portal${PATHS[tab]}" aria-current=${tab === this.#tab ? 'page' : nothing}
            >${text.tabs[tab]}</a
          >`,
        )}
      </nav>
      ${this.error === undefined ? nothing : html`<portal-error .error=${this.error}></portal-error>`} ${this.#content()}
      <p class="sr-only" role="status">${this.said}</p>
      <studio-strip .playground=${this.#playground} @shown=${this.#shown}></studio-strip>
      ${this.hasCode ? html`<studio-code tab=${this.#tab} .playground=${this.#playground}></studio-code>` : nothing}
    </div>`;
  }

  #content() {
    if (this.isReading) return html`<portal-skeleton lines="6"></portal-skeleton>`;
    const playground = this.#playground;
    const abilities = this.abilities?.[this.#tab] ?? everything;
    const code = html`<button
      slot="beside"
      type="button"
      class="code icon-only"
      aria-label=${text.code}
      title=${text.code}
      @click=${this.#showCode}
    >
      <portal-icon name="code"></portal-icon>
    </button>`;
    const wear = () => this.portal.goTo(PATHS['try-on']);
    if (this.#tab === 'try-on') {
      return html`<styling-try-on .playground=${playground} .abilities=${abilities} in-portal>${code}</styling-try-on>`;
    }
    if (this.#tab === 'style-me') {
      return html`<studio-style-me .playground=${playground} .abilities=${abilities} @wear=${wear}>${code}</studio-style-me>`;
    }
    return html`<studio-analyse .playground=${playground} .abilities=${abilities} @wear=${wear}>${code}</studio-analyse>`;
  }

  #shown(): void {
    if (this.#tab !== 'try-on') this.portal.goTo(PATHS['try-on']);
    else this.renderRoot.querySelector('styling-try-on')?.scrollIntoView({ block: 'nearest' });
  }
}
