import { ApiError } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text } from '#texts/sign-in.ts';
import { arePasskeysSupported, isDismissal, readPasskey } from '../passkeys/browser-passkeys.ts';
import type { Portal, Session } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { mark } from '../shell/mark.ts';

type Way = 'link' | 'passkey' | 'key';

/**
 * Begins a session: with the token of a link, a passkey, or an API key.
 *
 * @fires signed-in with the session
 */
@customElement('portal-sign-in')
export class PortalSignIn extends PortalElement {
  @property({ attribute: false }) call!: Portal['call'];
  @property({ attribute: false }) params!: Readonly<Record<string, string>>;
  /** How a session is being begun. */
  @state() private busyWith?: Way | undefined;
  /** A sentence, or an error that has none here. */
  @state() private problem: unknown;
  @query('input') private field!: HTMLInputElement;

  override connectedCallback(): void {
    super.connectedCallback();
    const token = takeToken();
    if (token !== undefined) void this.#signIn('link', async () => ({ token }));
  }

  async #signIn(way: Way, credentials: () => Promise<object>): Promise<void> {
    if (this.busyWith) return;
    this.busyWith = way;
    this.problem = undefined;
    try {
      const session = await this.call<Session>('POST', '/session', await credentials());
      this.dispatchEvent(new CustomEvent('signed-in', { detail: session, bubbles: true, composed: true }));
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busyWith = undefined;
    }
  }

  async #signInWithKey(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const key = this.field.value.trim();
    if (key) return this.#signIn('key', async () => ({ api_key: key }));
    this.problem = text.key.missing;
    this.field.focus();
  }

  #problem() {
    const { problem } = this;
    if (problem === undefined) return nothing;
    return typeof problem === 'string'
      ? html`<p class="border-s-3 border-bad bg-bad/8 px-4 py-3" id="problem" role="alert">${problem}</p>`
      : html`<portal-error .error=${problem} @retry=${() => location.reload()}></portal-error>`;
  }

  #withPasskey() {
    const rule = 'before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line';
    return html`<button type="button" class="primary min-h-11 w-full" aria-disabled=${this.busyWith !== undefined}
      @click=${() => this.#signIn('passkey', () => readPasskey(this.call))}>
        <portal-icon name="key"></portal-icon>${this.busyWith === 'passkey' ? text.signingIn : text.passkey.action}
      </button>
      <p class="small muted flex items-center gap-3 ${rule}">${text.or}</p>`;
  }

  #ways() {
    const { busyWith, problem } = this;
    const hasPasskeys = arePasskeysSupported();
    return html`${hasPasskeys ? this.#withPasskey() : nothing}
      <form class="stack" novalidate @submit=${this.#signInWithKey}>
        <div class="field">
          <label for="key">${text.key.label}</label>
          <input id="key" type="password" autocomplete="off" spellcheck="false"
            aria-describedby="scope ${problem === undefined ? '' : 'problem'}" />
          <p class="small muted" id="scope">${text.key.scope}</p>
        </div>
        <button class="min-h-11 w-full ${hasPasskeys ? '' : 'primary'}" aria-disabled=${busyWith !== undefined}>
          ${busyWith === 'key' ? text.signingIn : text.key.action}
        </button>
      </form>
      <details>
        <summary class="cursor-pointer py-2 text-muted">${text.link.heading}</summary>
        <div class="stack">
          <p class="muted">${text.link.text}</p>
          <portal-code language="sh" .code=${text.link.command}></portal-code>
        </div>
      </details>`;
  }

  protected override render() {
    const isWaiting = this.busyWith === 'link';
    return html`<div class="page min-h-[90dvh] max-w-[440px] content-center py-10">
      <header class="grid gap-2">
        <div class="text-5">${mark}</div>
        <h1>${text.heading}</h1>
        ${this.params?.return ? html`<p class="muted">${text.back}</p>` : nothing}
      </header>
      ${this.#problem()}
      ${isWaiting ? html`<p role="status">${text.signingIn}</p><portal-skeleton lines="2"></portal-skeleton>` : this.#ways()}
    </div>`;
  }
}

/** A sentence of this page where it has one. */
function problemOf(error: unknown): unknown {
  if (error instanceof DOMException) return isDismissal(error) ? text.passkey.canceled : text.passkey.unusable;
  if (!(error instanceof ApiError)) return error;
  return (text.codes as Readonly<Record<string, string>>)[error.code] ?? error;
}

/**
 * The token of a sign-in link, `#token=…`, removed from the address and the history: neither is to show it. It is in the fragment
 * because browsers send that to no server.
 *
 * @returns undefined if the address has none
 */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
