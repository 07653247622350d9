import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { locale } from '../elements/locale.ts';
import { saveFile } from '../elements/save-file.ts';
import type { Portal } from '../portal.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import type { ExportProgress } from './export-files.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';

type State =
  | { readonly step: 'idle'; readonly note?: string }
  | { readonly step: 'running'; readonly progress: ExportProgress | undefined }
  | { readonly step: 'failed'; readonly error: unknown };

/**
 * `<portal-export .portal=${portal}>`: makes a zip of everything in the browser, and saves it. The zip is streamed into a blob, which
 * browsers keep on disk when it is large.
 */
@customElement('portal-export')
export class PortalExport extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  @state() private state: State = { step: 'idle' };
  #running: AbortController | undefined;
  static override styles = [
    sheet,
    css`
      progress {
        width: 100%;
        height: 8px;
      }
      p {
        text-wrap: pretty;
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  async #start(): Promise<void> {
    const running = new AbortController();
    const { signal } = running;
    const now = new Date();
    let gone = 0;
    this.#running = running;
    this.state = { step: 'running', progress: undefined };
    try {
      const [{ makeZip }, { exportFiles }] = await Promise.all([import('client-zip'), import('./export-files.ts')]);
      const files = exportFiles(this.portal, {
        now,
        signal,
        onProgress: (progress) => {
          this.state = { step: 'running', progress };
        },
        onGone: () => gone++,
      });
      const zip = await new Response(makeZip(files)).blob();
      signal.throwIfAborted();
      const name = text.export.fileName(this.portal.session.user_id, now.toISOString().slice(0, 10));
      saveFile(zip, name);
      this.#finish([text.export.done(name, sizeOf(zip.size)), ...(gone > 0 ? [text.export.gone(gone)] : [])].join(' '));
    } catch (error) {
      if (signal.aborted) this.#finish(text.export.canceled);
      else this.state = { step: 'failed', error };
    }
  }

  #finish(note: string): void {
    this.state = { step: 'idle', note };
    this.portal.announce(note);
  }

  #content() {
    const { state } = this;
    if (state.step === 'failed') {
      return html`<portal-error .error=${state.error} @retry=${this.#start}></portal-error>`;
    }
    if (state.step === 'idle') {
      return html`<div class="row">
          <button type="button" @click=${this.#start}>
            <portal-icon name="download"></portal-icon>${text.export.start}
          </button>
        </div>
        ${state.note ? html`<p>${state.note}</p>` : nothing}`;
    }
    const { file, pictures } = state.progress ?? { file: '' };
    return html`<p class="number">
        ${pictures ? text.export.pictures(pictures.done + 1, pictures.total) : text.export.reading(file)}
      </p>
      <progress
        aria-label=${text.export.progress}
        max=${pictures?.total ?? nothing}
        value=${pictures?.done ?? nothing}
      ></progress>
      <div class="row">
        <button type="button" @click=${() => this.#running?.abort()}>${text.export.cancel}</button>
      </div>`;
  }

  protected override render() {
    return html`<section class="stack" aria-labelledby="heading">
      <h2 id="heading">${text.export.heading}</h2>
      <p class="muted">${text.export.lead}</p>
      ${this.#content()}
    </section>`;
  }
}

/** A number of bytes in words, e.g. `3.4 MB`. */
function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', 1e3] : bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
  const options = { style: 'unit', unit: String(unit), maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), options).format(bytes / Number(size));
}
