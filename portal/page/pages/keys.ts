import { Task, TaskStatus } from '@lit/task';
import { css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/keys.ts';
import { text as lists } from '#texts/lists.ts';
import { confirm } from '../elements/confirm.ts';
import { locale } from '../elements/locale.ts';
import { relativeTime } from '../elements/relative-time.ts';
import { type Key, keyLists, type ListedKey, requestsByKey } from '../keys/key-list.ts';
import type { NewKeyDialog } from '../keys/new-key-dialog.ts';
import { readKeys } from '../keys/read-keys.ts';
import { sheet } from '../portal-element.ts';
import { PortalPage } from '../portal-page.ts';
import { shortKeyId } from '../usage/key-names.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';
import '../keys/key-row.ts';
import '../keys/new-key-dialog.ts';

const WEEK = 7;

/** The user's keys: made, renamed, replaced and revoked. Only for sessions that may manage them. */
@customElement('portal-keys')
export class PortalKeys extends PortalPage {
  /** Of the last thing that was tried. */
  @state() private failure: unknown;
  /** How many pages of keys are read. */
  @state() private pages = 1;
  #keys = new Task(this, {
    task: async ([{ client, session }, pages], task) => {
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
  static override styles = [
    sheet,
    css`
      .intro {
        max-width: 64ch;
        text-wrap: pretty;
      }
      .keys {
        padding-block: 0;
      }
      li + li {
        border-top: 1px solid var(--line);
      }
      summary {
        cursor: pointer;
        padding-block: var(--space-2);
        color: var(--muted);
      }
      details li {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: var(--space-1) var(--space-4);
        padding-block: var(--space-3);
        overflow-wrap: anywhere;
      }
      details li > * {
        min-width: 0;
      }
    `,
  ];

  get #dialog(): NewKeyDialog | null {
    return this.renderRoot.querySelector('new-key-dialog');
  }

  async #revoke({ key_id, name, last_used_at }: Key): Promise<void> {
    const words = text.revoke;
    const lastUsed = last_used_at ? relativeTime(Date.parse(last_used_at) - Date.now(), locale()) : undefined;
    const isConfirmed = await confirm(this, {
      heading: words.heading(name),
      text: words.text(shortKeyId(key_id), lastUsed),
      action: words.action,
      isDangerous: true,
    });
    if (!isConfirmed) return;
    this.failure = undefined;
    try {
      await this.portal.client.call('revokeKey', { path: { id: key_id } });
      this.portal.announce(words.done(name));
    } catch (error) {
      this.failure = error;
    }
    await this.#keys.run();
  }

  #renamed(event: Event): void {
    this.portal.announce(text.rename.done((event.target as HTMLElement & { key: Key }).key.name));
    this.#keys.run();
  }

  #row({ key, replacement }: ListedKey, requests: ReadonlyMap<string, number>) {
    return html`<li>
      <key-row
        .key=${key}
        .replacement=${replacement}
        .client=${this.portal.client}
        requests=${requests.get(key.key_id) ?? 0}
        @renamed=${this.#renamed}
        @rotate=${() => this.#dialog?.open(key.name)}
        @revoke=${() => this.#revoke(key)}
      ></key-row>
    </li>`;
  }

  #revoked(keys: readonly Key[], hasMore: boolean) {
    if (keys.length === 0) return nothing;
    return html`<details>
      <summary>${text.revoked(keys.length, hasMore)}</summary>
      <ul class="card keys">
        ${keys.map(
          (key) => html`<li class="muted">
            <span>${key.name} <code class="small">${shortKeyId(key.key_id)}</code></span>
            <span class="small">
              ${text.revokedAt} ${key.revoked_at ? html`<portal-time datetime=${key.revoked_at}></portal-time>` : nothing}
            </span>
          </li>`,
        )}
      </ul>
      ${hasMore ? html`<button type="button" class="quiet" @click=${this.#more}>${lists.more}</button>` : nothing}
    </details>`;
  }

  readonly #more = (): void => {
    this.pages += 1;
  };

  #create() {
    return html`<button type="button" class="primary" @click=${() => this.#dialog?.open()}>
      <portal-icon name="plus"></portal-icon>${text.create}
    </button>`;
  }

  #content() {
    const { status, value, error } = this.#keys;
    if (status === TaskStatus.ERROR) {
      return html`<portal-error .error=${error} @retry=${() => this.#keys.run()}></portal-error>`;
    }
    if (!value) return html`<div class="card"><portal-skeleton lines="6"></portal-skeleton></div>`;
    const { working, revoked, hasMore, requests } = value;
    return html`${
      working.length === 0
        ? html`<portal-empty heading=${text.empty.heading} text=${text.empty.text}>${this.#create()}</portal-empty>`
        : html`<ul class="card keys">
              ${repeat(
                working,
                ({ key }) => key.key_id,
                (listed) => this.#row(listed, requests),
              )}
            </ul>`
    }
      ${this.#revoked(revoked, hasMore)}`;
  }

  #refused() {
    const { heading, text: why, action } = text.refused;
    return html`<portal-empty heading=${heading} text=${why}>
      <button type="button" @click=${this.#signOut}>${action}</button>
    </portal-empty>`;
  }

  async #signOut(): Promise<void> {
    this.failure = undefined;
    try {
      await this.portal.signOut();
    } catch (error) {
      this.failure = error;
    }
  }

  #failure() {
    if (this.failure === undefined) return nothing;
    return html`<portal-error .error=${this.failure} @retry=${this.#dismiss}></portal-error>`;
  }

  protected override render() {
    const { client, session } = this.portal;
    if (!session.may_manage) {
      return html`<div class="page"><h1>${text.heading}</h1>${this.#failure()}${this.#refused()}</div>`;
    }
    const hasKeys = (this.#keys.value?.working.length ?? 0) > 0;
    return html`<div class="page">
      <div class="head">
        <h1>${text.heading}</h1>
        ${hasKeys ? this.#create() : nothing}
      </div>
      <p class="muted intro">${text.intro}</p>
      ${this.#failure()} ${this.#content()}
      <new-key-dialog .client=${client} @made=${() => this.#keys.run()}></new-key-dialog>
    </div>`;
  }

  #dismiss(): void {
    this.failure = undefined;
    this.#keys.run();
  }
}
