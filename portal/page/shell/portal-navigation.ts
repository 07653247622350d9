import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { type PageName, PORTAL_PATH } from '../routes.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-icon.ts';
import './portal-mark.ts';
import './portal-theme.ts';

type Entry = { readonly path: string; readonly icon: IconName; readonly pages: readonly PageName[] };

/** The first of `pages` names it; `isSpare` ones are under "More" on a phone. */
const ENTRIES: readonly (Entry & { readonly isSpare?: boolean })[] = [
  { path: '/', icon: 'studio', pages: ['studio'] },
  { path: '/images', icon: 'images', pages: ['images', 'image'] },
  { path: '/jobs', icon: 'jobs', pages: ['jobs', 'job'] },
  { path: '/events', icon: 'events', pages: ['events'], isSpare: true },
  { path: '/usage', icon: 'usage', pages: ['usage'] },
  { path: '/keys', icon: 'key', pages: ['keys'], isSpare: true },
  { path: '/webhooks', icon: 'hooks', pages: ['webhooks', 'webhook'], isSpare: true },
];
const ACCOUNT: Entry = { path: '/account', icon: 'account', pages: ['account'] };

/** `<portal-navigation>`: a rail, a narrow rail of icons, or a bar at the bottom, as there is room. */
@customElement('portal-navigation')
export class PortalNavigation extends PortalElement {
  @property() page!: PageName;
  @property() user!: string;
  static override styles = [
    sheet,
    css`
      nav {
        display: flex;
        position: fixed;
        z-index: 2;
        inset: auto 0 0;
        padding-bottom: env(safe-area-inset-bottom);
        border-top: 1px solid var(--line);
        background: var(--surface);
      }
      .brand,
      .foot {
        display: none;
      }
      ul {
        display: flex;
        width: 100%;
      }
      li {
        flex: 1;
      }
      .spare {
        display: none;
      }
      a,
      .more {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        gap: 2px;
        width: 100%;
        min-height: 56px;
        padding: 0 2px;
        border: 0;
        border-radius: var(--radius-control);
        background: none;
        color: var(--muted);
        font-size: var(--text-1);
        font-weight: 500;
        text-decoration: none;
        transition:
          background-color var(--motion),
          color var(--motion);
      }
      a:hover {
        color: var(--ink);
      }
      [aria-current='page'],
      .more.current {
        color: var(--accent);
      }
      .sheet a {
        flex-direction: row;
        justify-content: flex-start;
        gap: var(--space-3);
        min-height: 48px;
        font-size: var(--text-2);
        color: var(--ink);
      }
      .sheet .row {
        justify-content: space-between;
      }
      .sheet ul {
        flex-direction: column;
      }

      @media (min-width: 640px) {
        nav {
          flex-direction: column;
          gap: var(--space-4);
          inset: 0 auto 0 0;
          width: 88px;
          padding: var(--space-4) var(--space-2);
          overflow-y: auto;
          border-width: 0 1px 0 0;
          border-right: 1px solid var(--line);
        }
        .brand {
          display: flex;
          min-height: 40px;
          color: var(--ink);
          font-weight: 600;
          letter-spacing: -0.01em;
        }
        .brand span {
          display: none;
        }
        ul {
          flex-direction: column;
          gap: 2px;
        }
        li {
          flex: none;
        }
        .spare {
          display: block;
        }
        .more-item {
          display: none;
        }
        a:hover,
        [aria-current='page'] {
          background: color-mix(in oklab, var(--ink) 6%, transparent);
        }
        .foot {
          display: flex;
          flex-direction: column;
          align-items: center;
          margin-top: auto;
          padding-top: var(--space-2);
          border-top: 1px solid var(--line);
        }
        .foot a span {
          max-width: 72px;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
      }
      @media (min-width: 960px) {
        nav {
          width: 200px;
          padding: var(--space-4) var(--space-3);
        }
        a {
          flex-direction: row;
          justify-content: flex-start;
          gap: var(--space-3);
          min-height: 40px;
          padding: 0 var(--space-3);
          font-size: var(--text-2);
        }
        .brand {
          font-size: var(--text-3);
        }
        .brand span {
          display: inline;
        }
        .brand:hover {
          background: none;
        }
        .foot {
          flex-direction: row;
        }
        .foot a {
          min-width: 0;
        }
        .foot a span {
          max-width: none;
        }
      }
    `,
  ];

  #link({ path, icon, pages }: Entry, label: string | undefined) {
    const isCurrent = pages.includes(this.page);
    const { [pages[0] ?? 'studio']: title } = text.titles;
    return html`<a href=${PORTAL_PATH + path} aria-current=${isCurrent ? 'page' : 'false'} title=${label ? title : ''}>
      <portal-icon name=${icon}></portal-icon><span>${label ?? title}</span>
    </a>`;
  }

  #docs() {
    return html`<a href="/docs"><portal-icon name="code"></portal-icon><span>${text.api}</span></a>`;
  }

  get #sheet(): PortalDialog | null {
    return this.renderRoot.querySelector('portal-dialog');
  }

  protected override render() {
    const spare = [...ENTRIES.filter(({ isSpare }) => isSpare), ACCOUNT];
    const isSpare = spare.some(({ pages }) => pages.includes(this.page));
    return html`<nav aria-label=${text.navigation}>
        <a class="brand" href="${PORTAL_PATH}/" aria-label=${text.name}><portal-mark></portal-mark><span>${text.name}</span></a>
        <ul>
          ${ENTRIES.map((entry) => html`<li class=${entry.isSpare ? 'spare' : ''}>${this.#link(entry, undefined)}</li>`)}
          <li class="spare">${this.#docs()}</li>
          <li class="more-item">
            <button type="button" class="more ${isSpare ? 'current' : ''}" aria-haspopup="dialog" @click=${() => this.#sheet?.show()}>
              <portal-icon name="more"></portal-icon><span>${text.more}</span>
            </button>
          </li>
        </ul>
        <div class="foot">${this.#link(ACCOUNT, this.user)}<portal-theme></portal-theme></div>
      </nav>
      <portal-dialog heading=${text.more}>
        <div class="sheet" @click=${() => this.#sheet?.close()}>
          <ul>
            ${spare.map((entry) => html`<li>${this.#link(entry, undefined)}</li>`)}
            <li>${this.#docs()}</li>
          </ul>
        </div>
        <portal-theme slot="actions"></portal-theme>
      </portal-dialog>`;
  }
}
