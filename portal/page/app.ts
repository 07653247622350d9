import { ApiError, type Client, ConnectionError, createClient, type Usage } from '@styling/client';
import { html, type LitElement, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import { callPortal } from './call-portal.ts';
import { currentKey, type NavigateEvent, navigateTo, onNavigate } from './navigation.ts';
import type { Portal, Session } from './portal.ts';
import { PortalElement } from './portal-element.ts';
import { type PageName, PORTAL_PATH, type Route, routeOf } from './routes.ts';
import { mark } from './shell/mark.ts';
import type { PortalNotice } from './shell/portal-notice.ts';
import { scrollMemory } from './shell/scroll-memory.ts';
import './elements/all.ts';
import './shell/portal-allowance.ts';
import './shell/portal-navigation.ts';
import './shell/portal-notice.ts';

/** What the frame gives a page; the sign-in page, which has no session, is given `call` and `params`. */
type Page = LitElement & { portal?: Portal; call?: Portal['call']; params?: Route['params'] };

/** Beside the rail, or above the bar, whose height pages know as `--bar`. */
const SHELL = `[--bar:calc(57px+env(safe-area-inset-bottom))] pb-[calc(15px+var(--bar))] sm:[--bar:0px] sm:pb-0 sm:pl-[88px]
  lg:pl-[200px]`;

/** The frame of the portal: it keeps the session, shows the page of the address, and what every page shares. */
@customElement('portal-app')
export class PortalApp extends PortalElement {
  /** Undefined: not known yet; null: nobody is signed in. */
  @state() private session?: Session | null | undefined;
  @state() private shown?: { readonly name: PageName; readonly path: string; readonly element: Page } | undefined;
  @state() private failure: unknown;
  @state() private isOffline: boolean = !navigator.onLine;
  @state() private limit?: Usage['rate_limit'] | undefined;
  #client: Client;
  #scroll = scrollMemory();
  #connected = new AbortController();
  /** Number of the latest navigation: an earlier one that is still loading gives way. */
  #navigation = 0;

  constructor() {
    super();
    this.#client = createClient({ baseUrl: location.origin, fetch: (input, init) => this.#fetch(input, init) });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    onNavigate((event) => this.#onNavigate(event), signal);
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#onLine(), { signal });
    // E.g. of a button whose part of the page cannot be loaded: it is not to be dead.
    addEventListener('unhandledrejection', ({ reason }) => this.#unhandled(reason), { signal });
    this.addEventListener('signed-in', (event) => this.#signedIn((event as CustomEvent<Session>).detail), { signal });
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connected.abort();
  }

  /** The session and the module of the first page are loaded at the same time. */
  async #begin(): Promise<void> {
    const route = routeOf(new URL(location.href));
    if (route) void loadPage(route.page).catch(() => undefined);
    try {
      this.session = (await callPortal<Session | undefined>('GET', '/session')) ?? null;
    } catch (error) {
      this.failure = error;
      return;
    }
    this.#refresh();
    await this.#show(new URL(location.href));
  }

  #onNavigate(event: NavigateEvent): void {
    const url = new URL(event.destination.url);
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return;
    if (event.navigationType === 'reload' || !routeOf(url)) return;
    this.#scroll.leave(currentKey());
    const isSamePage = this.shown?.path === url.pathname;
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      handler: async () => {
        if (!(await this.#show(url)) || isSamePage) return;
        this.#scroll.arrive(event.navigationType === 'traverse' ? event.destination.key : undefined);
        this.renderRoot.querySelector('main')?.focus({ preventScroll: true });
      },
    });
  }

  /** Shows the page of an address. @returns whether it was this navigation that was shown in the end */
  async #show(url: URL): Promise<boolean> {
    const navigation = ++this.#navigation;
    const route = routeOf(url);
    if (this.session === undefined) return false;
    if (!this.session && route?.page !== 'sign-in') {
      this.#signIn(url);
      return false;
    }
    if (this.session && route?.page === 'sign-in' && !url.hash && this.shown?.name !== 'sign-in') {
      navigateTo(`${PORTAL_PATH}/`, { replace: true });
      return false;
    }
    this.failure = undefined;
    if (!route) {
      this.shown = undefined;
      document.title = text.title(text.notFound.heading);
      return true;
    }
    if (this.shown?.path === url.pathname) {
      this.shown.element.params = route.params;
      return true;
    }
    try {
      await loadPage(route.page);
    } catch (error) {
      if (navigation !== this.#navigation) return false;
      this.shown = undefined;
      this.failure = error;
      return false;
    }
    if (navigation !== this.#navigation) return false;
    await this.#swap(route, url.pathname);
    return true;
  }

  async #swap({ page: name, params }: Route, path: string): Promise<void> {
    const element = document.createElement(`portal-${name}`) as Page;
    element.params = params;
    if (this.session && name !== 'sign-in') element.portal = this.#portal(this.session);
    else element.call = callPortal;
    const isFirst = this.shown === undefined;
    const update = async () => {
      this.shown = { name, path, element };
      document.title = text.title(text.titles[name]);
      await this.updateComplete;
      await element.updateComplete;
    };
    if (isFirst || !('startViewTransition' in document)) return update();
    const transition = document.startViewTransition(update);
    transition.ready.catch(() => undefined);
    await transition.updateCallbackDone;
  }

  #portal(session: Session): Portal {
    return {
      client: this.#client,
      session,
      call: async (...parameters) => {
        try {
          return await callPortal(...parameters);
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) this.#expired();
          throw error;
        }
      },
      goTo: (path) => navigateTo(PORTAL_PATH + path),
      announce: (words) => this.#announce(words),
      refresh: () => this.#refresh(),
      signOut: async () => {
        await callPortal('DELETE', '/session');
        this.#signedOut();
        navigateTo(`${PORTAL_PATH}/sign-in`);
      },
    };
  }

  async #fetch(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(input, init);
    const isOurs = new URL(input instanceof Request ? input.url : input, location.href).origin === location.origin;
    if (response.status === 401 && isOurs) this.#expired();
    return response;
  }

  #expired(): void {
    if (!this.session) return;
    this.#signedOut();
    this.#announce(text.expired);
    this.#signIn(new URL(location.href));
  }

  #signedOut(): void {
    this.session = null;
    this.limit = undefined;
  }

  #signIn({ pathname, search }: URL): void {
    const back = pathname.slice(PORTAL_PATH.length) + search;
    const query = back.length > 1 ? `?${new URLSearchParams({ return: back })}` : '';
    navigateTo(`${PORTAL_PATH}/sign-in${query}`, { replace: true });
  }

  #signedIn(session: Session): void {
    this.session = session;
    this.#refresh();
    const back = new URL(PORTAL_PATH + (new URL(location.href).searchParams.get('return') ?? '/'), location.origin);
    const route = routeOf(back);
    navigateTo(route && route.page !== 'sign-in' ? back.href : `${PORTAL_PATH}/`, { replace: true });
  }

  /** What was left half-way is no failure. */
  #unhandled(reason: unknown): void {
    if (reason instanceof Error && reason.name === 'AbortError') return;
    this.#announce(this.isOffline ? text.offline : text.defect);
  }

  /** A browser keeps the failure of a module until the document is loaded anew, which it would lose without a connection. */
  #retry(): void {
    if (this.isOffline) this.#announce(text.offline);
    else location.reload();
  }

  #announce(words: string): void {
    this.renderRoot.querySelector<PortalNotice>('portal-notice')?.say(words);
  }

  async #refresh(): Promise<void> {
    if (!this.session) return;
    try {
      this.limit = (await this.#client.usage({ signal: this.#connected.signal })).rate_limit;
    } catch {
      // The rest works without it: a page that needs the service reports its own error.
      this.limit = undefined;
    }
  }

  #onLine(): void {
    this.isOffline = !navigator.onLine;
    if (this.isOffline) return;
    this.#announce(text.online);
    if (this.failure) location.reload();
    else this.#refresh();
  }

  #content() {
    if (this.shown) return this.shown.element;
    const { heading, text: why, action } = text.notFound;
    const content =
      this.failure !== undefined
        ? html`<portal-error .error=${this.failure} @retry=${this.#retry}></portal-error>`
        : html`<portal-empty heading=${heading} text=${why}><a class="button" href="${PORTAL_PATH}/">${action}</a></portal-empty>`;
    if (this.failure === undefined && !this.session) return nothing;
    return html`<div class="page"><h1 class="sr-only">${text.name}</h1>${content}</div>`;
  }

  protected override render() {
    const { session, shown, isOffline } = this;
    const offline = html`<p class="flex items-center gap-2 bg-[color-mix(in_oklab,var(--warn)_14%,var(--paper))] px-4 py-2" role="status">
      <portal-icon class="text-warn" name="warning"></portal-icon>${text.offline}
    </p>`;
    return html`<a class="button fixed top-2 left-2 z-4 -translate-y-[200%] focus:translate-y-0" href="#content" @click=${this.#skip}>${text.skip}</a>
      ${session ? html`<portal-navigation page=${shown?.name ?? nothing} user=${session.user_id}></portal-navigation>` : nothing}
      <div class=${session ? SHELL : ''}>
        ${isOffline ? offline : nothing} ${session ? this.#top() : nothing}
        <main class="focus:outline-none" tabindex="-1" aria-label=${shown ? text.titles[shown.name] : text.name}>${this.#content()}</main>
      </div>
      <portal-notice></portal-notice>`;
  }

  #top() {
    return html`<header class="mx-auto flex min-h-14 max-w-[1200px] items-center gap-3 py-2 pr-2 pl-4 sm:pt-2 sm:pr-3 sm:pb-0 sm:pl-6">
      <a class="inline-flex items-center gap-2 font-semibold text-ink no-underline sm:hidden" href="${PORTAL_PATH}/">${mark}${text.name}</a>
      <portal-allowance class="ml-auto" .limit=${this.limit}></portal-allowance>
    </header>`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  }
}

/** Loads the module of a page, which defines its element. @throws ConnectionError when it cannot be loaded */
async function loadPage(page: PageName): Promise<void> {
  try {
    await import(`./pages/${page}.ts`);
  } catch (cause) {
    throw new ConnectionError(`The page ${page} could not be loaded`, { cause });
  }
}
