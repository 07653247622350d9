import { css, html, nothing } from 'lit';
import { text } from '#texts/reference.ts';
import { PortalPage } from '../portal-page.ts';
import { loadDocument } from '../reference/load-document.ts';
import type { OpenApiDocument } from '../reference/openapi.ts';
import { type ApiGroup, type ApiOperation, readOperations } from '../reference/read-operations.ts';
import { richText } from '../reference/rich-text.ts';
import { PORTAL_PATH } from '../routes.ts';
import { base } from '../styles/base.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../reference/api-operation.ts';

const PATH = `${PORTAL_PATH}/reference`;

/** The reference of the API, `?operation=` one endpoint of it: the service's own OpenAPI document, for everybody. */
export class PortalReference extends PortalPage {
  static override properties = {
    ...PortalPage.properties,
    document: { state: true },
    error: { state: true },
    words: { state: true },
  };
  declare private document: OpenApiDocument | undefined;
  declare private error: unknown;
  /** What is looked for. */
  declare private words: string;
  #groups: readonly ApiGroup[] = [];
  static override styles = [
    base,
    css`
      .contents {
        display: grid;
        gap: var(--space-4);
      }
      .contents h2 {
        padding-block: var(--space-2) var(--space-1);
        color: var(--muted);
        font-size: var(--text-1);
        font-weight: 500;
        letter-spacing: 0;
      }
      .contents a {
        display: block;
        padding: 6px var(--space-2);
        margin-inline: calc(-1 * var(--space-2));
        border-radius: var(--radius-control);
        color: var(--ink);
        text-decoration: none;
      }
      .contents a:hover,
      .contents a[aria-current='page'] {
        background: color-mix(in oklab, var(--ink) 6%, transparent);
      }
      .contents a[aria-current='page'] {
        color: var(--accent);
        font-weight: 500;
      }
      .text {
        display: grid;
        gap: var(--space-3);
        max-width: 72ch;
        overflow-wrap: anywhere;
      }
      @media (max-width: 899px) {
        .one .contents {
          display: none;
        }
      }
      @media (min-width: 900px) {
        .columns {
          grid-template-columns: 208px minmax(0, 1fr);
          gap: var(--space-6);
        }
        .contents {
          position: sticky;
          top: var(--space-4);
          max-height: calc(100dvh - 2 * var(--space-4));
          overflow: auto;
          padding-inline: var(--space-2);
        }
        .back {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.words = '';
  }

  protected override firstUpdated(): void {
    this.#load();
  }

  async #load(): Promise<void> {
    this.error = undefined;
    try {
      const document = await loadDocument();
      this.#groups = readOperations(document);
      this.document = document;
    } catch (error) {
      this.error = error;
    }
  }

  #found(): ApiGroup[] {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const has = ({ id, method, path, summary }: ApiOperation) => {
      const about = `${id} ${method} ${path} ${summary}`.toLowerCase();
      return words.every((word) => about.includes(word));
    };
    return this.#groups
      .map((group) => ({ ...group, operations: group.operations.filter(has) }))
      .filter(({ operations }) => operations.length > 0);
  }

  #contents(chosen: string | undefined) {
    const groups = this.#found();
    const link = (path: string, label: string, isCurrent: boolean, title = '') =>
      html`<li>
        <a href=${path} title=${title} lang=${title ? 'en' : nothing} aria-current=${isCurrent ? 'page' : 'false'}>${label}</a>
      </li>`;
    return html`<nav class="contents" aria-label=${text.contents}>
      <input
        type="search"
        aria-label=${text.find}
        placeholder=${text.find}
        @input=${({ target }: Event) => {
          this.words = (target as HTMLInputElement).value;
        }}
      />
      <div>
        ${this.words ? nothing : html`<ul>${link(PATH, text.overview, chosen === undefined)}</ul>`}
        ${groups.length === 0 ? html`<p class="muted" role="status">${text.none}</p>` : nothing}
        ${groups.map(
          ({ name, about, operations }) => html`<h2 title=${about} lang="en">${name}</h2>
            <ul>
              ${operations.map(({ id, method, path, summary }) =>
                link(`${PATH}?operation=${id}`, summary, id === chosen, `${method} ${path}`),
              )}
            </ul>`,
        )}
      </div>
    </nav>`;
  }

  #shown(document: OpenApiDocument, operation: ApiOperation | undefined) {
    if (!operation) return html`<div class="text" lang="en">${richText(document.info.description)}</div>`;
    return html`<div class="stack">
      <a class="back" href=${PATH}>${text.all}</a>
      <api-operation
        .document=${document}
        .operation=${operation}
        user=${this.portal?.session.user_id ?? nothing}
      ></api-operation>
    </div>`;
  }

  #content() {
    if (this.error !== undefined) {
      return html`<portal-error .error=${this.error} @retry=${() => this.#load()}></portal-error>`;
    }
    if (!this.document) return html`<portal-skeleton lines="8"></portal-skeleton>`;
    const { operation: id } = this.params;
    const operation = this.#groups.flatMap(({ operations }) => operations).find((each) => each.id === id);
    return html`<div class="columns ${operation ? 'one' : ''}">
      ${this.#contents(operation?.id)} ${this.#shown(this.document, operation)}
    </div>`;
  }

  protected override render() {
    return html`<div class="page">
      <div class="head">
        <h1>${text.heading}</h1>
        <a class="button" href="/openapi.json" download="openapi.json">
          <portal-icon name="download"></portal-icon>${text.document}
        </a>
      </div>
      ${this.#content()}
    </div>`;
  }
}

customElements.define('portal-reference', PortalReference);
