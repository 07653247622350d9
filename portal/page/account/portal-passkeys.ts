import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { confirm } from '../elements/confirm.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { arePasskeysSupported, createPasskey } from '../passkeys/browser-passkeys.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { listStyles } from './list-styles.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';

/** A passkey as `GET /portal/api/passkeys` lists it. */
type Passkey = {
  readonly passkey_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

/**
 * `<portal-passkeys .portal=${portal}>`: what else signs the user in; to add one, and to remove one.
 *
 * @fires loaded when the list was read, or could not be: it has its height from then on
 */
@customElement('portal-passkeys')
export class PortalPasskeys extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @state() private failure: unknown;
  /** Why the browser made none. */
  @state() private refusal?: string | undefined;
  @state() private isCreating = false;
  static override styles = [
    sheet,
    listStyles,
    css`
      form {
        display: grid;
        gap: var(--space-4);
      }
      .refusal {
        color: var(--bad);
      }
    `,
  ];

  #passkeys = new Task(this, {
    args: () => [this.portal] as const,
    task: async ([portal]) => {
      try {
        return (await portal.call<{ passkeys: Passkey[] }>('GET', '/passkeys')).passkeys;
      } finally {
        this.dispatchEvent(new Event('loaded'));
      }
    },
  });

  get #dialog(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get('name')).trim();
    this.failure = this.refusal = undefined;
    this.isCreating = true;
    try {
      const { challenge_id, options } = await this.portal.call<{
        challenge_id: string;
        options: PublicKeyCredentialCreationOptionsJSON;
      }>('POST', '/passkeys/options');
      const response = await createPasskey(options);
      await this.portal.call('POST', '/passkeys', { challenge_id, response, name });
      this.#dialog?.close();
      this.portal.announce(text.passkeys.added(name));
      await this.#passkeys.run();
    } catch (error) {
      this.refusal = refusalOf(error);
      if (this.refusal) return;
      this.failure = error;
      this.#dialog?.close();
    } finally {
      this.isCreating = false;
    }
  }

  async #remove({ passkey_id, name }: Passkey): Promise<void> {
    const question = {
      heading: text.passkeys.removeHeading(name),
      text: text.passkeys.removeText,
      action: text.passkeys.remove,
      isDangerous: true,
    };
    if (!(await confirm(this, question))) return;
    try {
      this.failure = undefined;
      await this.portal.call('DELETE', `/passkeys/${passkey_id}`);
      this.portal.announce(text.passkeys.removed(name));
      await this.#passkeys.run();
    } catch (error) {
      this.failure = error;
    }
  }

  #entry(passkey: Passkey) {
    const { name, created_at, last_used_at } = passkey;
    return html`<li>
      <div>
        <strong>${name}</strong>
        <p class="muted small">
          ${text.passkeys.created} <portal-time datetime=${created_at} relative></portal-time>,
          ${
            last_used_at
              ? html`${text.passkeys.used} <portal-time datetime=${last_used_at} relative></portal-time>`
              : text.passkeys.neverUsed
          }
        </p>
      </div>
      <button
        type="button"
        class="quiet"
        aria-label=${text.passkeys.removeLabel(name)}
        @click=${() => this.#remove(passkey)}
      >
        ${text.passkeys.remove}
      </button>
    </li>`;
  }

  #list(passkeys: readonly Passkey[]) {
    const add = html`<button type="button" @click=${() => this.#dialog?.show()}>
      <portal-icon name="plus"></portal-icon>${text.passkeys.add}
    </button>`;
    const isSupported = arePasskeysSupported();
    const action = isSupported ? add : html`<p class="muted">${text.passkeys.unsupported}</p>`;
    if (passkeys.length === 0) {
      return html`<portal-empty heading=${text.passkeys.emptyHeading} text=${text.passkeys.emptyText}>
        ${action}
      </portal-empty>`;
    }
    return html`<ul>
        ${passkeys.map((passkey) => this.#entry(passkey))}
      </ul>
      <div class="row">${action}</div>`;
  }

  #error() {
    return this.failure === undefined ? nothing : html`<portal-error .error=${this.failure}></portal-error>`;
  }

  protected override render() {
    return html`<section class="stack" aria-labelledby="heading">
      <div class="lead">
        <h2 id="heading">${text.passkeys.heading}</h2>
        <p class="muted">${text.passkeys.lead}</p>
      </div>
      ${this.#error()}
      ${this.#passkeys.render({
        pending: () => html`<portal-skeleton lines="2"></portal-skeleton>`,
        complete: (passkeys) => this.#list(passkeys),
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#passkeys.run()}></portal-error>`,
      })}
      <portal-dialog heading=${text.passkeys.addHeading}>
        <form id="add" @submit=${this.#add}>
          <div class="field">
            <label for="name">${text.passkeys.name}</label>
            <input
              id="name"
              name="name"
              required
              maxlength="100"
              pattern=".*\\S.*"
              autocomplete="off"
              aria-describedby="hint"
              .value=${this.portal.session.name}
            />
            <p id="hint" class="muted small">${text.passkeys.nameHint}</p>
          </div>
          <p class="refusal" role="status">${this.refusal ?? ''}</p>
        </form>
        <button slot="actions" type="submit" form="add" class="primary" ?disabled=${this.isCreating}>
          ${this.isCreating ? text.passkeys.creating : text.passkeys.create}
        </button>
      </portal-dialog>
    </section>`;
  }
}

/** Why the browser made no passkey, in the reader's words; undefined of any other error. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return text.passkeys.known;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return text.passkeys.dismissed;
  return undefined;
}
