import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { Attempt } from '../elements/attempt.ts';
import { confirm } from '../elements/confirm.ts';
import { whenRead } from '../elements/when-read.ts';
import type { Portal, Session } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { accountSection, listEntry } from './account-section.ts';

/** A session as `GET /portal/api/sessions` lists it. */
type ListedSession = Session & { readonly last_used_at: string | null; readonly is_current: boolean };

const words = text.sessions;

/**
 * `<portal-sessions .portal=${portal}>`: where the user is signed in, to end one session or all.
 *
 * @fires loaded when the list was read, or could not be: it has its height from then on
 */
@customElement('portal-sessions')
export class PortalSessions extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  #ending = new Attempt(this);
  #sessions = new Task(this, {
    args: () => [this.portal] as const,
    task: async ([portal]) => {
      try {
        return (await portal.call<{ sessions: ListedSession[] }>('GET', '/sessions')).sessions;
      } finally {
        this.dispatchEvent(new Event('loaded'));
      }
    },
  });

  #end({ session_id, name, is_current }: ListedSession): Promise<void> {
    return this.#ending.run(async () => {
      if (is_current) return this.portal.signOut();
      await this.portal.call('DELETE', `/sessions/${session_id}`);
      this.portal.announce(words.ended(name));
      await this.#sessions.run();
    });
  }

  async #endAll(count: number): Promise<void> {
    const { endAllHeading: heading, endAllText, endAll: action } = words;
    if (!(await confirm(this, { heading, text: endAllText(count), action, isDangerous: true }))) return;
    await this.#ending.run(async () => {
      await this.portal.call('DELETE', '/sessions');
      await this.portal.signOut();
    });
  }

  #entry(session: ListedSession) {
    const { name, is_current, signed_in_by } = session;
    const mark = html`<span class="ms-2 rounded-full bg-good/14 px-2 py-px text-1 whitespace-nowrap text-good">
      ${words.current}
    </span>`;
    const button = { word: words.end, label: words.endLabel(name), act: () => this.#end(session) };
    return listEntry(session, words.began(signed_in_by), button, is_current ? mark : nothing);
  }

  #list(sessions: readonly ListedSession[]) {
    return html`<ul class="divide-y divide-line">${sessions.map((session) => this.#entry(session))}</ul>
      <div class="row">
        <button type="button" class="danger" @click=${() => this.#endAll(sessions.length)}>${words.endAll}</button>
      </div>`;
  }

  protected override render() {
    const list = whenRead(this.#sessions, 3, (sessions) => this.#list(sessions));
    return accountSection(words, html`${this.#ending.render()} ${list}`);
  }
}
