import { html } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { Attempt } from '../elements/attempt.ts';
import { confirm } from '../elements/confirm.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { addPasskey, arePasskeysSupported, isDismissal } from '../passkeys/browser-passkeys.ts';
import { AccountList, accountSection, type Listed } from './account-list.ts';

/** A passkey as `GET /portal/api/passkeys` lists it. */
type Passkey = Listed & { readonly passkey_id: string };

const words = text.passkeys;

/** `<portal-passkeys .portal=${portal}>`: what else signs the user in; to add one, and to remove one. */
@customElement('portal-passkeys')
export class PortalPasskeys extends AccountList<Passkey> {
  @query('portal-dialog') private dialog!: PortalDialog;
  protected readonly kind = 'passkeys';
  #adding = new Attempt(this);

  #show(): void {
    this.#adding.forget();
    void this.dialog.show();
  }

  async #add(given: FormData): Promise<void> {
    const name = String(given.get('name')).trim();
    await addPasskey(this.portal.call, name);
    this.dialog.close();
    this.portal.announce(words.added(name));
    await this.items.run();
  }

  #entry(passkey: Passkey) {
    const { passkey_id, name } = passkey;
    const end = async () => {
      if (await confirm(this, words.removeQuestion(name))) await this.end(passkey_id, words.removed(name));
    };
    return this.entry(passkey, words.created, { words: words.remove, label: words.removeLabel(name), end });
  }

  #list(passkeys: readonly Passkey[]) {
    const action = arePasskeysSupported()
      ? html`<button type="button" @click=${this.#show}><portal-icon name="plus"></portal-icon>${words.add}</button>`
      : html`<p class="muted">${words.unsupported}</p>`;
    if (passkeys.length === 0) {
      return html`<portal-empty heading=${words.emptyHeading} text=${words.emptyText}>${action}</portal-empty>`;
    }
    return html`<ul class="divide-y divide-line">${passkeys.map((passkey) => this.#entry(passkey))}</ul>
      <div class="row">${action}</div>`;
  }

  #dialog() {
    const { isRunning, error } = this.#adding;
    const refusal = refusalOf(error);
    return html`<portal-dialog heading=${words.add}>
      <form id="add" class="stack" @submit=${this.#adding.onSubmit((given) => this.#add(given))}>
        <div class="field">
          <label for="name">${words.name}</label>
          <input id="name" name="name" required maxlength="100" pattern=".*\\S.*" autocomplete="off"
            aria-describedby="hint" .value=${this.portal.session.name} />
          <p id="hint" class="muted small">${words.nameHint}</p>
        </div>
        <p class="text-bad" role="status">${refusal}</p>
        ${refusal ? '' : this.#adding.render()}
      </form>
      <button slot="actions" type="submit" form="add" class="primary" ?disabled=${isRunning}>
        ${isRunning ? words.creating : words.create}
      </button>
    </portal-dialog>`;
  }

  protected override render() {
    return accountSection(words, html`${this.list(2, (passkeys) => this.#list(passkeys))} ${this.#dialog()}`);
  }
}

/** Why the browser made no passkey, in the reader's words; undefined of any other error. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof DOMException)) return undefined;
  if (error.name === 'InvalidStateError') return words.known;
  return isDismissal(error) ? words.dismissed : undefined;
}
