import { ApiError } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/sign-in.ts';
import { arePasskeysSupported } from '../passkeys/browser-passkeys.ts';
import { PasskeyUnused, readPasskey } from '../passkeys/read-passkey.ts';
import type { Portal, Session } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-code.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import { mark } from '../shell/mark.ts';

type Way = 'link' | 'passkey' | 'key';
type Credentials = Readonly<Record<string, unknown>>;

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
  static override styles = [
    sheet,
    css`
      .page {
        align-content: center;
        max-width: 440px;
        min-height: 90dvh;
        padding-block: var(--space-6);
      }
      portal-mark {
        font-size: var(--text-5);
      }
      header {
        display: grid;
        gap: var(--space-2);
      }
      button {
        width: 100%;
        min-height: 44px;
      }
      .or {
        display: flex;
        align-items: center;
        gap: var(--space-3);
      }
      .or::before,
      .or::after {
        content: '';
        flex: 1;
        border-top: 1px solid var(--line);
      }
      .problem {
        padding: var(--space-3) var(--space-4);
        border-inline-start: 3px solid var(--bad);
        background: color-mix(in oklab, var(--bad) 8%, var(--paper));
      }
      summary {
        padding-block: var(--space-2);
        color: var(--muted);
        cursor: pointer;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    const token = takeToken();
    if (token !== undefined) void this.#signIn('link', async () => ({ token }));
  }

  async #signIn(way: Way, credentials: () => Promise<Credentials>): Promise<void> {
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

  #signInWithKey(event: SubmitEvent): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector('input');
    const key = field?.value.trim() ?? '';
    if (key === '') {
      this.problem = text.key.missing;
      field?.focus();
      return;
    }
    void this.#signIn('key', async () => ({ api_key: key }));
  }

  #problem() {
    if (this.problem === undefined) return nothing;
    if (typeof this.problem === 'string') return html`<p class="problem" id="problem" role="alert">${this.problem}</p>`;
    return html`<portal-error .error=${this.problem} @retry=${() => location.reload()}></portal-error>`;
  }

  #ways() {
    return html`${
      arePasskeysSupported()
        ? html`<button
                type="button"
                class="primary"
                aria-disabled=${this.busyWith !== undefined}
                @click=${() => this.#signIn('passkey', () => readPasskey(this.call))}
              >
                <portal-icon name="key"></portal-icon>${this.busyWith === 'passkey' ? text.signingIn : text.passkey.action}
              </button>
              <p class="or small muted">${text.or}</p>`
        : nothing
    }
      <form class="stack" novalidate @submit=${this.#signInWithKey}>
        <div class="field">
          <label for="key">${text.key.label}</label>
          <input
            id="key"
            type="password"
            autocomplete="off"
            spellcheck="false"
            aria-describedby="scope ${this.problem === undefined ? '' : 'problem'}"
          />
          <p class="small muted" id="scope">${text.key.scope}</p>
        </div>
        <button type="submit" class=${arePasskeysSupported() ? '' : 'primary'} aria-disabled=${this.busyWith !== undefined}>
          ${this.busyWith === 'key' ? text.signingIn : text.key.action}
        </button>
      </form>
      <details>
        <summary>${text.link.heading}</summary>
        <div class="stack">
          <p class="muted">${text.link.text}</p>
          <portal-code language="sh" .code=${text.link.command}></portal-code>
        </div>
      </details>`;
  }

  protected override render() {
    return html`<div class="page">
      <header>
        ${mark}
        <h1>${text.heading}</h1>
        ${this.params?.return ? html`<p class="muted">${text.back}</p>` : nothing}
      </header>
      ${this.#problem()}
      ${
        this.busyWith === 'link'
          ? html`<p role="status">${text.signingIn}</p><portal-skeleton lines="2"></portal-skeleton>`
          : this.#ways()
      }
    </div>`;
  }
}

/** A sentence of this page where it has one. */
function problemOf(error: unknown): unknown {
  if (error instanceof PasskeyUnused) return text.passkey[error.reason];
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
