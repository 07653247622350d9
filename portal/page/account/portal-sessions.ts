import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { confirm } from '../elements/confirm.ts';
import type { Session } from '../portal.ts';
import { AccountList, accountSection } from './account-list.ts';

/** A session as `GET /portal/api/sessions` lists it. */
type ListedSession = Session & { readonly last_used_at: string | null; readonly is_current: boolean };

const words = text.sessions;
const mark = html`<span class="ms-2 rounded-full bg-good/14 px-2 py-px text-1 whitespace-nowrap text-good">${words.current}</span>`;

/** `<portal-sessions .portal=${portal}>`: where the user is signed in, to end one session or all. */
@customElement('portal-sessions')
export class PortalSessions extends AccountList<ListedSession> {
  protected readonly kind = 'sessions';

  async #endAll(count: number): Promise<void> {
    if (!(await confirm(this, words.endAllQuestion(count)))) return;
    await this.ending.run(async () => {
      await this.portal.call('DELETE', '/sessions');
      await this.portal.signOut();
    });
  }

  #entry(session: ListedSession) {
    const { session_id, name, is_current, signed_in_by } = session;
    const end = () => (is_current ? this.ending.run(this.portal.signOut) : this.end(session_id, words.ended(name)));
    const button = { words: words.end, label: words.endLabel(name), end };
    return this.entry(session, words.began[signed_in_by], button, is_current ? mark : nothing);
  }

  protected override render() {
    const list = this.list(
      3,
      (sessions) => html`<ul class="divide-y divide-line">${sessions.map((session) => this.#entry(session))}</ul>
        <div class="row">
          <button type="button" class="danger" @click=${() => this.#endAll(sessions.length)}>${words.endAll}</button>
        </div>`,
    );
    return accountSection(words, list);
  }
}
