import { css, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { PortalElement, sheet } from '../portal-element.ts';

/** `<portal-menu label="Actions of “shop”">` with a `<button>` for each action: the menu of a row. */
@customElement('portal-menu')
export class PortalMenu extends PortalElement {
  @property() label!: string;
  @state() private isOpen = false;
  @query('button') private opener!: HTMLElement;
  @query('[popover]') private menu!: HTMLElement;
  static override styles = [
    sheet,
    css`
      ::slotted(button) { width: 100%; justify-content: flex-start !important; border-color: transparent !important; background: transparent; }
      ::slotted(:is(button:hover, button:focus-visible)) { background: color-mix(in oklab, var(--ink) 7%, transparent) !important; }
    `,
  ];

  get #items(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > button:not([hidden], :disabled)')];
  }

  #toggled(event: ToggleEvent): void {
    this.isOpen = event.newState === 'open';
    if (!this.isOpen) return;
    const { opener, menu } = this;
    const { top, right, bottom } = opener.getBoundingClientRect();
    const isRoomBelow = bottom + 4 + menu.offsetHeight < innerHeight - 8;
    const left = Math.min(right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8);
    menu.style.setProperty('top', `${isRoomBelow ? bottom + 4 : Math.max(8, top - 4 - menu.offsetHeight)}px`);
    menu.style.setProperty('left', `${Math.max(8, left)}px`);
    for (const item of this.#items) item.setAttribute('role', 'menuitem');
    this.#items[0]?.focus();
  }

  #moved(event: KeyboardEvent): void {
    if (event.key === 'Tab') this.menu.hidePopover();
    const items = this.#items;
    const at = items.indexOf(event.target as HTMLElement);
    const next = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next)?.focus();
  }

  protected override render() {
    const { label, isOpen } = this;
    return html`<button
        type="button" class="quiet icon-only" popovertarget="menu" aria-haspopup="menu" aria-expanded=${isOpen} aria-label=${label}
      >
        <portal-icon name="more"></portal-icon>
      </button>
      <div
        class="fixed inset-auto m-0 min-w-[176px] rounded-card border border-line bg-surface p-1 text-ink shadow-lift open:grid"
        id="menu" popover role="menu" aria-label=${label}
        @toggle=${this.#toggled} @keydown=${this.#moved} @click=${() => this.menu.hidePopover()}
      >
        <slot></slot>
      </div>`;
  }
}
