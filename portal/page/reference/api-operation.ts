import { css, html, LitElement, nothing } from 'lit';
import { text } from '#texts/reference.ts';
import { segmented } from '../studio/segmented.ts';
import { studioStyles } from '../studio/studio-styles.ts';
import { base } from '../styles/base.ts';
import { apiFields, fieldStyles } from './api-fields.ts';
import type { OpenApiDocument } from './openapi.ts';
import { type CodeLanguage, codeLanguages, operationCode } from './operation-code.ts';
import type { ApiOperation, ApiResponse } from './read-operations.ts';
import { richLine, richText } from './rich-text.ts';
import { schemaRows, typeInWords } from './schema-rows.ts';
import './api-try.ts';
import '../elements/portal-code.ts';

/** `<api-operation .document=${…} .operation=${…} user="alice">`: what an endpoint takes and returns, how it is called, and a form to call it. */
export class ApiOperationElement extends LitElement {
  static override properties = {
    document: { attribute: false },
    operation: { attribute: false },
    user: { type: String },
    language: { state: true },
  };
  declare document: OpenApiDocument;
  declare operation: ApiOperation;
  declare user: string | undefined;
  declare private language: CodeLanguage;
  static override styles = [
    base,
    studioStyles,
    fieldStyles,
    css`
      .operation {
        display: grid;
        gap: var(--space-5);
        align-items: start;
      }
      .operation > * {
        min-width: 0;
      }
      h2 {
        font-size: var(--text-4);
        letter-spacing: -0.015em;
      }
      .address {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: var(--space-2);
        overflow-wrap: anywhere;
      }
      .method {
        color: var(--accent);
        font-weight: 600;
      }
      .text {
        display: grid;
        gap: var(--space-3);
        max-width: 68ch;
      }
      details {
        border-bottom: 1px solid var(--line);
      }
      details:last-child {
        border-bottom: 0;
      }
      summary {
        padding: var(--space-3) 0;
        cursor: pointer;
      }
      summary .status {
        display: inline-block;
        min-width: 2.6em;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .good {
        color: var(--good);
      }
      .bad {
        color: var(--bad);
      }
      details > div {
        display: grid;
        gap: var(--space-3);
        padding-bottom: var(--space-4);
      }
      @media (min-width: 1160px) {
        .operation {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
        .beside {
          position: sticky;
          top: var(--space-4);
          max-height: calc(100dvh - 2 * var(--space-4));
          overflow: auto;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.language = 'curl';
  }

  #parameters() {
    const { parameters } = this.operation;
    if (parameters.length === 0) return nothing;
    const fields = parameters.map(({ name, schema, required, description = '', ...parameter }) => ({
      name,
      place: text.in[parameter.in],
      type: typeInWords(this.document, schema),
      isRequired: required ?? false,
      description,
      values: (schema.enum ?? []).map(String),
    }));
    return html`<section aria-labelledby="parameters">
      <h3 id="parameters">${text.parameters}</h3>
      ${apiFields(fields)}
    </section>`;
  }

  #body() {
    const { body } = this.operation;
    if (!body) return nothing;
    const { description = '' } = body.schema;
    return html`<section aria-labelledby="body">
      <h3 id="body">${text.body} <span class="small muted">${body.type}</span></h3>
      ${description ? html`<p class="small" lang="en">${richLine(description)}</p>` : nothing}
      ${apiFields(schemaRows(this.document, body.schema))}
    </section>`;
  }

  #response({ status, description, body, codes }: ApiResponse) {
    const isError = Number(status) >= 400;
    const rows = body && !isError ? schemaRows(this.document, body.schema) : [];
    return html`<details>
      <summary><span class="status ${isError ? 'bad' : 'good'}">${status}</span> <span lang="en">${richLine(description)}</span></summary>
      <div>
        ${
          codes.length > 0
            ? html`<p class="small">${text.codes}: ${codes.map((code, index) => html`${index > 0 ? ', ' : ''}<code>${code}</code>`)}</p>`
            : nothing
        }
        ${rows.length > 0 ? apiFields(rows) : nothing}
        ${
          body?.example === undefined
            ? html`<p class="small muted">${body ? body.type : text.noBody}</p>`
            : html`<portal-code language=${text.example} .code=${printed(body.example)}></portal-code>`
        }
      </div>
    </details>`;
  }

  protected override render() {
    const { operation, language } = this;
    const code = operationCode(operation, language, location.origin);
    const isStream = operation.responses[0]?.body?.type === 'text/event-stream';
    return html`<article class="operation" aria-labelledby="heading">
      <div class="stack">
        <h2 id="heading" lang="en">${operation.summary}</h2>
        <p class="address"><code><span class="method">${operation.method}</span> ${operation.path}</code></p>
        <div class="text" lang="en">${richText(operation.description)}</div>
        ${operation.needsKey ? nothing : html`<p class="muted">${text.noKey}</p>`} ${this.#parameters()} ${this.#body()}
        <section aria-labelledby="responses">
          <h3 id="responses">${text.responses}</h3>
          ${operation.responses.map((response) => this.#response(response))}
        </section>
      </div>
      <div class="beside stack">
        <fieldset>
          <legend class="visually-hidden">${text.language}</legend>
          ${segmented(
            'language',
            codeLanguages.map((value) => ({ value, label: text.languages[value] })),
            language,
            (chosen) => {
              this.language = chosen;
            },
          )}
        </fieldset>
        <portal-code language=${text.languages[language]} .code=${code}></portal-code>
        ${isStream ? nothing : html`<api-try class="card" .operation=${operation} user=${this.user ?? nothing}></api-try>`}
      </div>
    </article>`;
  }
}

const printed = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

customElements.define('api-operation', ApiOperationElement);
