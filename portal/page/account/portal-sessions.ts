import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { confirm } from '../elements/confirm.ts';
import type { Portal, Session } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { listStyles } from './list-styles.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';

/** A session as `GET /portal/api/sessions` lists it. */
type ListedSession = Session & { readonly last_used_at: string | null; readonly is_current: boolean };

/**
 * `<portal-sessions .portal=${portal}>`: where the user is signed in, to end one session or all.
 *
 * @fires loaded when the list was read, or could not be: it has its height from then on
 */
@customElement('portal-sessions')
export class PortalSessions extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @state() private failure: unknown;
  static override styles = [sheet, listStyles];

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

  async #end({ session_id, name, is_current }: ListedSession): Promise<void> {
    if (is_current) return this.portal.signOut();
    await this.#try(async () => {
      await this.portal.call('DELETE', `/sessions/${session_id}`);
      this.portal.announce(text.sessions.ended(name));
      await this.#sessions.run();
    });
  }

  async #endAll(count: number): Promise<void> {
    const question = {
      heading: text.sessions.endAllHeading,
      text: text.sessions.endAllText(count),
      action: text.sessions.endAll,
      isDangerous: true,
    };
    if (!(await confirm(this, question))) return;
    await this.#try(async () => {
      await this.portal.call('DELETE', '/sessions');
      await this.portal.signOut();
    });
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      this.failure = undefined;
      await action();
    } catch (error) {
      this.failure = error;
    }
  }

  #entry(session: ListedSession) {
    const { name, is_current, signed_in_by, last_used_at, created_at } = session;
    return html`<li>
      <div>
        <strong>${name}</strong>${is_current ? html`<span class="mark">${text.sessions.current}</span>` : nothing}
        <p class="muted small">
          ${text.sessions.signedInBy[signed_in_by]},
          ${text.sessions.began} <portal-time datetime=${created_at} relative></portal-time>,
          ${
            last_used_at
              ? html`${text.sessions.used} <portal-time datetime=${last_used_at} relative></portal-time>`
              : text.sessions.neverUsed
          }
        </p>
      </div>
      <button type="button" class="quiet" aria-label=${text.sessions.endLabel(name)} @click=${() => this.#end(session)}>
        ${text.sessions.end}
      </button>
    </li>`;
  }

  protected override render() {
    return html`<section class="stack" aria-labelledby="heading">
      <div class="lead">
        <h2 id="heading">${text.sessions.heading}</h2>
        <p class="muted">${text.sessions.lead}</p>
      </div>
      ${this.failure === undefined ? nothing : html`<portal-error .error=${this.failure}></portal-error>`}
      ${this.#sessions.render({
        pending: () => html`<portal-skeleton lines="3"></portal-skeleton>`,
        complete: (sessions) => html`<ul>
            ${sessions.map((session) => this.#entry(session))}
          </ul>
          <div class="row">
            <button type="button" class="danger" @click=${() => this.#endAll(sessions.length)}>
              ${text.sessions.endAll}
            </button>
          </div>`,
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#sessions.run()}></portal-error>`,
      })}
    </section>`;
  }
}
