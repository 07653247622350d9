import { html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { callCode, type Language, languages } from './call-code.ts';
import { choice } from './controls.ts';
import type { Tab } from './order.ts';
import { orderOf } from './order-of.ts';
import { StudioElement } from './studio-element.ts';

/** `<studio-code tab="try-on">`: a drawer with the last call of the tab as code; before the first, the call as it is written down. */
@customElement('studio-code')
export class StudioCode extends StudioElement {
  @property() tab!: Tab;
  @state() private language: Language = 'curl';
  @query('dialog') private dialog?: HTMLDialogElement | null;

  /** Opens it; focus goes in, and back when it closes. */
  async show(): Promise<void> {
    await this.updateComplete;
    if (!this.dialog?.open) this.dialog?.showModal();
  }

  #close = () => this.dialog?.close();

  #choose = (language: Language) => {
    this.language = language;
  };

  protected override render() {
    const { lastOrder } = this.state;
    const written = orderOf(this.state, this.tab);
    const last = lastOrder?.tab === this.tab ? lastOrder : undefined;
    const order = last ?? ('order' in written ? written.order : undefined);
    const { heading, label, languages: names, close } = text.drawer;
    const code = order ? callCode(order, this.language, location.origin) : undefined;
    return html`<dialog aria-labelledby="heading" class="m-0 ml-auto h-dvh max-h-none w-[min(560px,100%)] max-w-none
          grid-rows-[auto_auto_auto_1fr] content-start gap-4 border-0 border-l border-line bg-surface p-6 text-ink shadow-lift
          transition-[opacity,translate] open:grid backdrop:bg-[rgb(20_14_8/0.3)] open:starting:translate-x-6 open:starting:opacity-0"
        @click=${(event: Event) => event.target === event.currentTarget && this.#close()}>
      <header class="flex items-center justify-between">
        <h2 id="heading">${heading}</h2>
        <button type="button" class="quiet icon-only" aria-label=${close} @click=${this.#close}>
          <portal-icon name="close"></portal-icon>
        </button>
      </header>
      ${choice(label, languages, this.language, this.#choose, { label: (language) => names[language], legendClass: 'sr-only' })}
      <p class="small muted">
        ${order ? (last ? text.drawer.last : text.drawer.next) : text.drawer.incomplete}
        ${order ? html`<a href="/portal/keys">${text.drawer.keys}</a>` : nothing}
      </p>
      ${code ? html`<portal-code class="min-w-0 overflow-hidden" language=${names[this.language]} .code=${code}></portal-code>` : nothing}
    </dialog>`;
  }
}
