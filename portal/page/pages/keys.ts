import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/keys.ts';
import { text as lists } from '#texts/lists.ts';
import { Attempt } from '../elements/attempt.ts';
import { confirm } from '../elements/confirm.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';
import { whenRead } from '../elements/when-read.ts';
import { type Key, keyLists, type ListedKey, readKeys, requestsByKey, shortKeyId, WEEK } from '../keys/key-list.ts';
import type { NewKeyDialog } from '../keys/new-key-dialog.ts';
import { PortalPage } from '../portal-page.ts';
import '../keys/key-row.ts';
import '../keys/new-key-dialog.ts';

type Read = ReturnType<typeof keyLists> & { readonly hasMore: boolean; readonly requests: ReadonlyMap<string, number> };

/** The user's keys: made, renamed, replaced and revoked. Only for sessions that may manage them. */
@customElement('portal-keys')
export class PortalKeys extends PortalPage {
  /** How many pages of keys are read. */
  @state() private pages = 1;
  @query('new-key-dialog') private dialog!: NewKeyDialog;
  #attempt = new Attempt(this);
  #keys = new Task(this, {
    task: async ([{ client, session }, pages], task): Promise<Read | undefined> => {
      if (!session.may_manage) return undefined;
      const signal = AbortSignal.any([task.signal, this.signal]);
      const [{ keys, hasMore }, { days }] = await Promise.all([
        readKeys(client, pages, signal),
        client.call('getUsageDays', { query: { days: WEEK } }, { signal }),
      ]);
      return { ...keyLists(keys), hasMore, requests: requestsByKey(days) };
    },
    args: () => [this.portal, this.pages] as const,
  });

  async #revoke({ key_id, name, last_used_at }: Key): Promise<void> {
    const lastUsed = last_used_at ? relativeTime(Date.parse(last_used_at) - Date.now(), locale()) : undefined;
    const { heading, text: meaning, action, done } = text.revoke;
    const question = { heading: heading(name), text: meaning(shortKeyId(key_id), lastUsed), action, isDangerous: true };
    if (!(await confirm(this, question))) return;
    await this.#attempt.run(async () => {
      await this.portal.client.call('revokeKey', { path: { id: key_id } }).finally(() => this.#keys.run());
      this.portal.announce(done(name));
    });
  }

  #create() {
    return html`<button type="button" class="primary" @click=${() => this.dialog.open()}>
      <portal-icon name="plus"></portal-icon>${text.create}
    </button>`;
  }

  #row({ key, replacement }: ListedKey, requests = 0) {
    return html`<li>
      <key-row .key=${key} .replacement=${replacement} .portal=${this.portal} requests=${requests}
        @renamed=${() => this.#keys.run()} @rotate=${() => this.dialog.open(key.name)}
        @revoke=${() => this.#revoke(key)}></key-row>
    </li>`;
  }

  #revoked({ revoked, hasMore }: Read) {
    const more = () => this.pages++;
    return html`<details>
      <summary class="cursor-pointer py-2 text-muted">${text.revoked(revoked.length, hasMore)}</summary>
      <ul class="card divide-y divide-line py-0">
        ${revoked.map(
          ({ key_id, name, revoked_at }) => html`<li class="muted flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
            <span class="min-w-0 wrap-anywhere">${name} <code class="small">${shortKeyId(key_id)}</code></span>
            <span class="small">${text.revokedAt} <portal-time datetime=${revoked_at ?? ''}></portal-time></span>
          </li>`,
        )}
      </ul>
      ${hasMore ? html`<button type="button" class="quiet" @click=${more}>${lists.more}</button>` : nothing}
    </details>`;
  }

  #lists(read: Read) {
    const { working, revoked, requests } = read;
    const rows = repeat(
      working,
      ({ key }) => key.key_id,
      (listed) => this.#row(listed, requests.get(listed.key.key_id)),
    );
    const list = html`<ul class="card divide-y divide-line py-0">${rows}</ul>`;
    const empty = html`<portal-empty heading=${text.empty.heading} text=${text.empty.text}>${this.#create()}</portal-empty>`;
    return html`${working.length > 0 ? list : empty} ${revoked.length > 0 ? this.#revoked(read) : nothing}`;
  }

  protected override render() {
    const { client, session } = this.portal;
    if (!session.may_manage) {
      const { heading, text: why, action } = text.refused;
      return html`<div class="page"><h1>${text.heading}</h1>${this.#attempt.render()}<portal-empty heading=${heading} text=${why}>
        <button type="button" @click=${() => this.#attempt.run(this.portal.signOut)}>${action}</button>
      </portal-empty></div>`;
    }
    return html`<div class="page">
      <div class="head">
        <h1>${text.heading}</h1>
        ${this.#keys.value?.working.length ? this.#create() : nothing}
      </div>
      <p class="muted max-w-[64ch] text-pretty">${text.intro}</p>
      ${this.#attempt.render()}
      ${whenRead(this.#keys, 6, (read) => read && this.#lists(read), 'card')}
      <new-key-dialog .client=${client} @made=${() => this.#keys.run()}></new-key-dialog>
    </div>`;
  }
}
