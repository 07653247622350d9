import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { PortalElement, sheet } from '../portal-element.ts';
import './portal-icon.ts';

/** `<portal-menu label="Actions of “shop”">` with a `<button>` for each action: the menu of a row. */
@customElement('portal-menu')
export class PortalMenu extends PortalElement {
  @property() label!: string;
  @state() private isOpen = false;
  static override styles = [
    sheet,
    css`
      :host {
        display: inline-block;
      }
      [popover] {
        position: fixed;
        inset: auto;
        margin: 0;
        min-width: 176px;
        padding: var(--space-1);
        border: 1px solid var(--line);
        border-radius: var(--radius-card);
        background: var(--surface);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      /* In lines of their own, whatever the row around the menu lets wrap. */
      [popover]:popover-open {
        display: grid;
      }
      ::slotted(button) {
        width: 100%;
        justify-content: flex-start !important;
        border-color: transparent !important;
        background: transparent;
      }
      ::slotted(button:hover),
      ::slotted(button:focus-visible) {
        background: color-mix(in oklab, var(--ink) 7%, transparent) !important;
      }
    `,
  ];

  get #items(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > button:not([hidden], :disabled)')];
  }

  #toggled(event: ToggleEvent): void {
    this.isOpen = event.newState === 'open';
    if (!this.isOpen) return;
    const menu = event.target as HTMLElement;
    const button = this.renderRoot.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
    const below = button.bottom + 4;
    const fits = below + menu.offsetHeight < innerHeight - 8;
    menu.style.setProperty('top', `${fits ? below : Math.max(8, button.top - 4 - menu.offsetHeight)}px`);
    menu.style.setProperty(
      'left',
      `${Math.max(8, Math.min(button.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`,
    );
    for (const item of this.#items) item.setAttribute('role', 'menuitem');
    this.#items[0]?.focus();
  }

  #moved(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(event.target as HTMLElement);
    const last = items.length - 1;
    const next = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0, End: last }[event.key];
    if (event.key === 'Tab') this.#menu?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }

  get #menu(): HTMLElement | null {
    return this.renderRoot.querySelector('[popover]');
  }

  protected override render() {
    return html`<button
        type="button"
        class="quiet icon-only"
        popovertarget="menu"
        aria-haspopup="menu"
        aria-expanded=${this.isOpen}
        aria-label=${this.label}
      >
        <portal-icon name="more"></portal-icon>
      </button>
      <div
        id="menu"
        popover
        role="menu"
        aria-label=${this.label}
        @toggle=${this.#toggled}
        @keydown=${this.#moved}
        @click=${() => this.#menu?.hidePopover()}
      >
        <slot></slot>
      </div>`;
  }
}
