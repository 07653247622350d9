import { css, html, nothing } from 'lit';
import { text } from '#texts/account.ts';
import { PortalPage } from '../portal-page.ts';
import { base } from '../styles/base.ts';
import '../account/portal-deletion.ts';
import '../account/portal-export.ts';
import '../account/portal-passkeys.ts';
import '../account/portal-sessions.ts';
import '../account/portal-you.ts';
import '../elements/portal-icon.ts';

/** Who one is, where one is signed in, and the two ways to leave: with everything, or with nothing left behind. */
export class PortalAccount extends PortalPage {
  static override styles = [
    base,
    css`
      .columns {
        display: grid;
        gap: var(--space-5);
        align-items: start;
      }
      .columns > * {
        min-width: 0;
      }
      .note {
        display: flex;
        gap: var(--space-3);
        max-width: 72ch;
        text-wrap: pretty;
      }
      .note portal-icon {
        flex: none;
        color: var(--warn);
      }
      @media (min-width: 960px) {
        .columns {
          grid-template-columns: 2fr 3fr;
        }
      }
    `,
  ];

  protected override render() {
    const { portal } = this;
    const { may_manage } = portal.session;
    return html`<div class="page">
      <div class="head">
        <h1>${text.heading}</h1>
        <button type="button" @click=${() => portal.signOut()}>${text.signOut}</button>
      </div>
      ${
        may_manage
          ? nothing
          : html`<p class="note card"><portal-icon name="warning"></portal-icon><span>${text.you.mayNotManage}</span></p>`
      }
      <div class="columns">
        <div class="stack">
          <portal-you class="card" .portal=${portal}></portal-you>
          <portal-export class="card" .portal=${portal}></portal-export>
        </div>
        ${
          may_manage
            ? html`<div class="stack">
                <portal-sessions class="card" .portal=${portal}></portal-sessions>
                <portal-passkeys class="card" .portal=${portal}></portal-passkeys>
                <portal-deletion class="card" .portal=${portal}></portal-deletion>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }
}

customElements.define('portal-account', PortalAccount);
