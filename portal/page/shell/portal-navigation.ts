import { html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import type { IconName } from '../elements/icon-shapes.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement } from '../portal-element.ts';
import { type PageName, PORTAL_PATH } from '../routes.ts';
import { mark } from './mark.ts';
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

/** A link of the rail: below its icon, beside it where there is room. */
const PLACE = `flex min-h-14 w-full flex-col items-center justify-center gap-[2px] rounded-control bg-transparent px-[2px] text-1 font-medium
  text-muted no-underline transition-colors hover:text-ink aria-[current=page]:text-accent sm:hover:bg-ink/6
  sm:aria-[current=page]:bg-ink/6 lg:min-h-10 lg:flex-row lg:justify-start lg:gap-3 lg:px-3 lg:text-2`;
/** A link of the sheet of a phone. */
const LINE =
  'flex min-h-12 items-center gap-3 rounded-control font-medium text-ink no-underline aria-[current=page]:text-accent';

/** `<portal-navigation>`: a rail, a narrow rail of icons, or a bar at the bottom, as there is room. */
@customElement('portal-navigation')
export class PortalNavigation extends PortalElement {
  @property() page!: PageName;
  @property() user!: string;
  @query('portal-dialog') private sheet!: PortalDialog;

  #link({ path, icon, pages }: Entry, look: string, label?: string) {
    const { [pages[0] ?? 'studio']: title } = text.titles;
    return html`<a
      class=${look} href=${PORTAL_PATH + path} aria-current=${pages.includes(this.page) ? 'page' : 'false'} title=${label ? title : ''}
    >
      <portal-icon name=${icon}></portal-icon><span class=${label ? 'truncate max-lg:max-w-[72px]' : ''}>${label ?? title}</span>
    </a>`;
  }

  #docs(look: string) {
    return html`<a class=${look} href="/docs"><portal-icon name="code"></portal-icon><span>${text.api}</span></a>`;
  }

  protected override render() {
    const spare = [...ENTRIES.filter(({ isSpare }) => isSpare), ACCOUNT];
    const isSpare = spare.some(({ pages }) => pages.includes(this.page));
    return html`<nav
        aria-label=${text.navigation}
        class="fixed inset-x-0 bottom-0 z-2 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:inset-y-0 sm:right-auto
          sm:w-[88px] sm:flex-col sm:gap-4 sm:overflow-y-auto sm:border-t-0 sm:border-r sm:px-2 sm:py-4 lg:w-[200px] lg:px-3"
      >
        <a
          class="hidden min-h-10 items-center justify-center gap-3 rounded-control font-semibold tracking-[-0.01em] text-ink no-underline
            sm:flex lg:justify-start lg:px-3 lg:text-3"
          href="${PORTAL_PATH}/" aria-label=${text.name}
        >
          ${mark}<span class="max-lg:hidden">${text.name}</span>
        </a>
        <ul class="flex w-full gap-[2px] sm:flex-col">
          ${ENTRIES.map((entry) => html`<li class="flex-1 sm:flex-none ${entry.isSpare ? 'max-sm:hidden' : ''}">${this.#link(entry, PLACE)}</li>`)}
          <li class="max-sm:hidden">${this.#docs(PLACE)}</li>
          <li class="flex-1 sm:hidden">
            <button type="button" class="${PLACE} border-0 ${isSpare ? 'text-accent!' : ''}" aria-haspopup="dialog" @click=${() => this.sheet.show()}>
              <portal-icon name="more"></portal-icon><span>${text.more}</span>
            </button>
          </li>
        </ul>
        <div class="mt-auto flex flex-col items-center border-t border-line pt-2 max-sm:hidden lg:flex-row">
          ${this.#link(ACCOUNT, `${PLACE} min-w-0`, this.user)}<portal-theme></portal-theme>
        </div>
      </nav>
      <portal-dialog heading=${text.more}>
        <ul @click=${() => this.sheet.close()}>
          ${spare.map((entry) => html`<li>${this.#link(entry, LINE)}</li>`)}
          <li>${this.#docs(LINE)}</li>
        </ul>
        <portal-theme slot="actions"></portal-theme>
      </portal-dialog>`;
  }
}
