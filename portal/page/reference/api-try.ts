import { css, html, LitElement, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/reference.ts';
import { text as work } from '#texts/work.ts';
import { confirm } from '../elements/confirm.ts';
import { shortenedJson } from '../jobs/shortened-json.ts';
import { base } from '../styles/base.ts';
import type { Parameter } from './openapi.ts';
import { exampleInput, filledPath } from './operation-code.ts';
import type { ApiOperation } from './read-operations.ts';
import { type Answer, pictureFields, sendExample } from './send-example.ts';
import '../elements/portal-code.ts';
import '../elements/portal-error.ts';

/** `<api-try .operation=${…} user="alice">`: a form that sends a request of the API, and what came back. Without `user` it asks for a key. */
export class ApiTry extends LitElement {
  static override properties = {
    operation: { attribute: false },
    user: { type: String },
    values: { state: true },
    body: { state: true },
    answer: { state: true },
    error: { state: true },
    running: { state: true },
  };
  declare operation: ApiOperation;
  declare user: string | undefined;
  declare private values: Readonly<Record<string, string>>;
  declare private body: string;
  declare private answer: Answer | undefined;
  declare private error: unknown;
  declare private running: AbortController | undefined;
  #apiKey = '';
  static override styles = [
    base,
    css`
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
      }
      textarea,
      code {
        font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
      }
      textarea {
        font-size: var(--text-1);
        min-height: 140px;
      }
      input[type='file'] {
        max-width: 100%;
      }
      .status {
        font-weight: 600;
      }
      .status.good {
        color: var(--good);
      }
      .status.bad {
        color: var(--bad);
      }
    `,
  ];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('operation')) return;
    this.running?.abort();
    const { path, body } = exampleInput(this.operation);
    const pictures = pictureFields(body);
    const written = Object.entries(body ?? {}).filter(([name]) => !pictures.includes(name));
    this.values = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    this.body = body ? JSON.stringify(Object.fromEntries(written), null, 2) : '';
    this.answer = undefined;
    this.error = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running?.abort();
  }

  #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { operation, values, body } = this;
    if (operation.method === 'DELETE') {
      const heading = text.try.question(operation.method, filledPath(operation.path, values));
      const question = { heading, text: text.try.questionText, action: text.try.send, isDangerous: true };
      if (!(await confirm(this, question))) return;
    }
    const running = new AbortController();
    const picture = this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
    this.running = running;
    this.answer = undefined;
    this.error = undefined;
    try {
      this.answer = await sendExample(operation, { values, body, picture, apiKey: this.#apiKey }, running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.error = error;
    } finally {
      if (this.running === running) this.running = undefined;
    }
  };

  #set(name: string, value: string): void {
    this.values = { ...this.values, [name]: value };
  }

  #field({ name, schema, required, example }: Parameter) {
    const value = this.values[name] ?? '';
    const set = ({ target }: Event) => this.#set(name, (target as HTMLInputElement).value);
    const input = schema.enum
      ? html`<select .value=${live(value)} @change=${set}>
          <option value=""></option>
          ${schema.enum.map((each) => html`<option>${each}</option>`)}
        </select>`
      : html`<input
          type=${schema.type === 'integer' ? 'number' : 'text'}
          autocomplete="off"
          ?required=${required}
          placeholder=${example ?? ''}
          .value=${live(value)}
          @input=${set}
        />`;
    return html`<label class="field"><code>${name}</code>${input}</label>`;
  }

  #body() {
    const { body } = this.operation;
    if (!body) return nothing;
    const hasPicture = body.type.startsWith('image/') || pictureFields(body.example).length > 0;
    return html`${
      hasPicture
        ? html`<label class="field"
            >${text.try.picture}
            <input type="file" accept="image/*,.heic,.heif" />
            <span class="small muted">${text.try.pictureHint}</span>
          </label>`
        : nothing
    }
    ${
      body.type === 'application/json'
        ? html`<label class="field"
            >${text.body}
            <textarea
              rows=${this.body.split('\n').length + 1}
              spellcheck="false"
              .value=${live(this.body)}
              @input=${({ target }: Event) => {
                this.body = (target as HTMLTextAreaElement).value;
              }}
            ></textarea>
          </label>`
        : nothing
    }`;
  }

  #who() {
    if (!this.operation.needsKey) return nothing;
    if (this.user) return html`<p class="small muted">${text.try.asUser(this.user)}</p>`;
    return html`<label class="field"
      >${text.try.key}
      <input
        type="password"
        autocomplete="off"
        required
        @input=${({ target }: Event) => {
          this.#apiKey = (target as HTMLInputElement).value.trim();
        }}
      />
      <span class="small muted">${text.try.keyHint}</span>
    </label>`;
  }

  #outcome() {
    const { answer, error } = this;
    if (error instanceof SyntaxError) return html`<p role="alert">${text.try.notJson(error.message)}</p>`;
    if (error !== undefined) return html`<portal-error .error=${error}></portal-error>`;
    if (!answer) return nothing;
    const took = work.milliseconds(work.number(answer.tookMs));
    const shown = shortenedJson(answer.body, (characters) => text.try.shortened(work.number(characters)));
    return html`<p class="status ${answer.status < 400 ? 'good' : 'bad'}" role="status">${text.try.answered(answer.status, took)}</p>
      ${
        answer.body === undefined
          ? html`<p class="muted">${text.try.empty}</p>`
          : html`<portal-code language=${text.try.response} .code=${shown}></portal-code>`
      }`;
  }

  protected override render() {
    const fields = this.operation.parameters.filter((parameter) => parameter.in !== 'header');
    return html`<form @submit=${this.#send}>
        <h3>${text.try.heading}</h3>
        ${this.#who()} ${fields.map((parameter) => this.#field(parameter))} ${this.#body()}
        <div class="row">
          <button type="submit" class="primary" ?disabled=${this.running !== undefined}>
            ${this.running ? text.try.sending : text.try.send}
          </button>
          ${
            this.running
              ? html`<button type="button" @click=${() => this.running?.abort()}>${text.try.cancel}</button>`
              : nothing
          }
        </div>
        ${this.#outcome()}
      </form>`;
  }
}

customElements.define('api-try', ApiTry);
