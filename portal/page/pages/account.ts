import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { PortalPage } from '../portal-page.ts';
import '../account/portal-deletion.ts';
import '../account/portal-export.ts';
import '../account/portal-passkeys.ts';
import '../account/portal-sessions.ts';
import '../account/portal-you.ts';

/** Who one is, where one is signed in, and the two ways to leave: with everything, or with nothing left behind. */
@customElement('portal-account')
export class PortalAccount extends PortalPage {
  /** How many of the lists have their height: what is below one comes after it, and is not pushed down. */
  @state() private loaded = 0;

  #hasLoaded(lists: number): void {
    this.loaded = Math.max(this.loaded, lists);
  }

  #lists() {
    const { portal, loaded } = this;
    const passkeys = html`<portal-passkeys class="card" .portal=${portal} @loaded=${() => this.#hasLoaded(2)}></portal-passkeys>`;
    return html`<div class="stack">
      <portal-sessions class="card" .portal=${portal} @loaded=${() => this.#hasLoaded(1)}></portal-sessions>
      ${loaded >= 1 ? passkeys : nothing}
      ${loaded >= 2 ? html`<portal-deletion class="card" .portal=${portal}></portal-deletion>` : nothing}
    </div>`;
  }

  protected override render() {
    const { portal } = this;
    const { may_manage } = portal.session;
    const note = html`<p class="card flex max-w-[72ch] gap-3 text-pretty">
      <portal-icon class="text-warn" name="warning"></portal-icon><span>${text.you.mayNotManage}</span>
    </p>`;
    return html`<div class="page">
      <div class="head">
        <h1>${text.heading}</h1>
        <button type="button" @click=${() => portal.signOut()}>${text.signOut}</button>
      </div>
      ${may_manage ? nothing : note}
      <div class="columns lg:grid-cols-[2fr_3fr]">
        <div class="stack">
          <portal-you class="card" .portal=${portal}></portal-you>
          <portal-export class="card" .portal=${portal}></portal-export>
        </div>
        ${may_manage ? this.#lists() : nothing}
      </div>
    </div>`;
  }
}
