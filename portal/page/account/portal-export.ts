import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/account.ts';
import { text as elements } from '#texts/elements.ts';
import { Attempt } from '../elements/attempt.ts';
import { locale } from '../elements/locale.ts';
import { saveFile } from '../elements/save-file.ts';
import type { Portal } from '../portal.ts';
import { PortalElement } from '../portal-element.ts';
import { accountSection } from './account-list.ts';
import type { ExportedFile } from './export-files.ts';

const words = text.export;

/**
 * `<portal-export .portal=${portal}>`: makes a zip of everything in the browser, and saves it. The zip is streamed into a blob, which
 * browsers keep on disk when it is large.
 */
@customElement('portal-export')
export class PortalExport extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  /** What is being put into the zip. */
  @state() private file?: ExportedFile | undefined;
  /** How the last one ended. */
  @state() private note = '';
  #saving = new Attempt(this);
  #running = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running.abort();
  }

  #start(): void {
    void this.#saving.run(async () => {
      this.#running = new AbortController();
      const { signal } = this.#running;
      this.file = undefined;
      try {
        this.note = await this.#save(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        this.note = words.canceled;
      }
      this.portal.announce(this.note);
    });
  }

  /** @returns what was saved, in words */
  async #save(signal: AbortSignal): Promise<string> {
    const now = new Date();
    const gone: string[] = [];
    const [{ makeZip }, { exportFiles }] = await Promise.all([import('client-zip'), import('./export-files.ts')]);
    const files = this.#followed(exportFiles(this.portal, { now, signal, gone }), signal);
    const zip = await new Response(makeZip(files)).blob();
    signal.throwIfAborted();
    const name = words.fileName(this.portal.session.user_id, now.toISOString().slice(0, 10));
    saveFile(zip, name);
    return [words.done(name, sizeOf(zip.size)), gone.length > 0 ? words.gone(gone.length) : ''].join(' ').trim();
  }

  async *#followed(files: AsyncIterable<ExportedFile>, signal: AbortSignal) {
    for await (const file of files) {
      signal.throwIfAborted();
      this.file = file;
      yield file;
    }
  }

  #content() {
    if (this.#saving.error !== undefined) return this.#saving.render();
    if (!this.#saving.isRunning) {
      return html`<div class="row">
          <button type="button" @click=${this.#start}><portal-icon name="download"></portal-icon>${words.start}</button>
        </div>
        ${this.note && html`<p class="text-pretty">${this.note}</p>`}`;
    }
    const { name = '', pictures } = this.file ?? {};
    return html`<p class="number text-pretty">
        ${pictures ? words.pictures(pictures.done, pictures.total) : words.reading(name)}
      </p>
      <progress class="h-2 w-full" aria-label=${words.progress} max=${pictures?.total ?? nothing}
        value=${pictures?.done ?? nothing}></progress>
      <div class="row"><button type="button" @click=${() => this.#running.abort()}>${elements.cancel}</button></div>`;
  }

  protected override render() {
    return accountSection(words, this.#content());
  }
}

/** A number of bytes in words, e.g. `3.4 MB`. */
function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', 1e3] : bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
  const options = { style: 'unit', unit: String(unit), maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), options).format(bytes / Number(size));
}
