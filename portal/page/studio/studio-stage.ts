import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { customProperties } from './custom-properties.ts';
import { type ExampleSitter, exampleSitters, readExample } from './examples.ts';
import type { Tab } from './order.ts';
import { type Photo, PhotoError, pictureIn, readPhoto } from './read-photo.ts';
import { stageStyles } from './stage-styles.ts';
import { StudioElement } from './studio-element.ts';
import { type MadeImage, type Outcome, type Sitter, sitterOf } from './studio-state.ts';
import '../elements/portal-icon.ts';
import '../elements/styling-result.ts';
import './running-bar.ts';

/** The shape of the place in which nobody is yet. */
const NO_ONE = { width: 1, height: 1 };

/**
 * `<studio-stage tab="try-on">`: the person to dress, or the outfit to analyse, however given; the progress over it; and the picture that came
 * of it in its place.
 */
@customElement('studio-stage')
export class StudioStage extends StudioElement {
  @property() tab!: Tab;
  /** Whether it is in the portal, where there are pages to link to, and images of the user. */
  @property({ type: Boolean, attribute: 'in-portal' }) inPortal!: boolean;
  @state() private opened?: 'camera' | 'earlier' | undefined;
  /** Why a file was refused. */
  @state() private problem?: string | undefined;
  @state() private isReading!: boolean;
  @state() private isOver!: boolean;
  #connected = new AbortController();
  static override styles = [sheet, stageStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connected = new AbortController();
    document.addEventListener('paste', (event) => this.#paste(event), { signal: this.#connected.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connected.abort();
  }

  /** What shows the end of a request is loaded while it runs. */
  protected override updated(): void {
    if (this.state.runs[this.tab].at === 'idle') return;
    import('./result-bar.ts');
    import('./studio-refusal.ts');
  }

  /** What is worked on. */
  get #given(): Sitter | null {
    return this.tab === 'analyse' ? this.state.subject : this.state.sitter;
  }

  #paste(event: ClipboardEvent): void {
    const file = pictureIn(event.clipboardData);
    if (event.defaultPrevented || !file) return;
    event.preventDefault();
    this.#take(() => readPhoto(file));
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.isOver = false;
    const file = pictureIn(event.dataTransfer);
    if (file) this.#take(() => readPhoto(file));
    else this.problem = text.photo.none;
  }

  #dragged(event: DragEvent): void {
    event.preventDefault();
    this.isOver = true;
  }

  async #take(read: () => Promise<Photo>): Promise<void> {
    this.problem = undefined;
    this.isReading = true;
    try {
      this.#choose({ ...(await read()), alt: this.tab === 'analyse' ? text.analysis.alt : text.sitter.alt });
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      this.problem = error.message;
    } finally {
      this.isReading = false;
    }
  }

  #choose(given: Sitter): void {
    this.problem = undefined;
    const fields = this.tab === 'analyse' ? { subject: given, link: '' } : { sitter: given };
    this.playground.apply({ type: 'changed', fields });
  }

  #chooseExample({ sitter }: ExampleSitter): void {
    if (this.tab === 'analyse') this.#take(() => readExample(sitter.url));
    else this.#choose(sitter);
  }

  async #open(what: 'camera' | 'earlier'): Promise<void> {
    if (what === 'camera') await import('./studio-camera.ts');
    else await import('./studio-earlier.ts');
    this.opened = what;
  }

  #close = () => {
    this.opened = undefined;
  };

  protected override render() {
    const run = this.state.runs[this.tab];
    const outcome = run.at === 'done' && run.outcome.tab === 'try-on' ? run.outcome : undefined;
    const { width, height } = outcome?.images[outcome.chosen] ?? this.#given ?? NO_ONE;
    const shape = width / height;
    return html`<section aria-label=${this.tab === 'analyse' ? text.analysis.label : text.sitter.label}>
        <div
          class="stage ${this.isOver ? 'over' : ''}"
          ${customProperties({ '--shape': String(shape) })}
          @dragover=${this.#dragged}
          @dragleave=${() => {
            this.isOver = false;
          }}
          @drop=${this.#drop}
        >
          ${this.#picture(outcome)}
          ${
            run.at === 'running'
              ? html`<studio-running
                  .job=${run.job}
                  .isCanceling=${run.isCanceling}
                  @cancel=${() => this.playground.cancel(this.tab)}
                ></studio-running>`
              : nothing
          }
        </div>
        <div class="below ${this.tab === 'try-on' && run.at !== 'idle' ? 'begun' : ''}">
          ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
          ${
            run.at === 'failed'
              ? html`<studio-refusal
                  .error=${run.error}
                  ?in-portal=${this.inPortal}
                  @retry=${() => this.playground.start(this.tab)}
                  @dismiss=${() => this.playground.apply({ type: 'dismissed', tab: this.tab })}
                ></studio-refusal>`
              : nothing
          }
          ${
            outcome
              ? html`<studio-result-bar .playground=${this.playground} .outcome=${outcome} ?in-portal=${this.inPortal}></studio-result-bar>`
              : this.#choices(run.at === 'running')
          }
        </div>
      </section>
      ${this.#dialogs()}`;
  }

  #picture(outcome: Extract<Outcome, { tab: 'try-on' }> | undefined) {
    const run = this.state.runs[this.tab];
    const image = outcome?.images[outcome.chosen];
    if (image && run.at === 'done') {
      return html`<styling-result .picture=${image} .original=${run.before}></styling-result>`;
    }
    const shown = run.at === 'running' ? run.before : this.#given;
    if (shown) {
      return html`<div class="frame">
        <img
          src=${shown.url}
          width=${shown.width}
          height=${shown.height}
          alt=${shown.alt}
          ${customProperties({ '--shape': String(shown.width / shown.height) })}
        />
      </div>`;
    }
    const isAnalysis = this.tab === 'analyse';
    if (isAnalysis && this.state.link.trim()) return html`<p class="empty muted">${text.analysis.cannotShow}</p>`;
    if (run.at === 'running') return html`<p class="empty muted">${text.running.resumed}</p>`;
    const invitation = isAnalysis ? text.analysis.empty : text.sitter.empty;
    return html`<div class="empty">
      <h2>${this.isOver ? text.sitter.drop : this.isReading ? text.sitter.reading : invitation}</h2>
      <p class="muted">${text.sitter.hint}</p>
      <p class="muted small">${isAnalysis ? text.analysis.advice : text.sitter.advice}</p>
      ${this.#examples()}
    </div>`;
  }

  #choices(isRunning: boolean) {
    const given = this.#given;
    return html`<div class="choices" ?inert=${isRunning}>
      <div class="row">
        <button type="button" @click=${() => this.renderRoot.querySelector<HTMLInputElement>('#file')?.click()}>
          <portal-icon name="upload"></portal-icon>${text.sitter.choose}
        </button>
        <button type="button" @click=${() => this.#open('camera')}>
          <portal-icon name="camera"></portal-icon>${text.sitter.camera}
        </button>
        ${
          this.inPortal
            ? html`<button type="button" @click=${() => this.#open('earlier')}>
                <portal-icon name="images"></portal-icon>${text.sitter.earlier}
              </button>`
            : nothing
        }
        <input
          id="file"
          type="file"
          accept="image/*,.heic,.heif"
          hidden
          aria-label=${text.sitter.choose}
          @change=${({ target }: Event) => {
            const input = target as HTMLInputElement;
            const [file] = input.files ?? [];
            input.value = '';
            if (file) this.#take(() => readPhoto(file));
          }}
        />
      </div>
      ${given || isRunning ? this.#examples(given?.url) : nothing}
    </div>`;
  }

  #examples(chosen?: string) {
    return html`<div class="examples" role="group" aria-label=${text.sitter.examples}>
      ${exampleSitters.map((example) => {
        const { sitter, name, thumbnail } = example;
        return html`<button
          type="button"
          title=${name}
          aria-label=${this.tab === 'analyse' ? text.analysis.example(name) : text.sitter.example(name)}
          aria-pressed=${chosen === sitter.url}
          @click=${() => this.#chooseExample(example)}
        >
          <img src=${thumbnail} width="120" height="146" alt="" />
        </button>`;
      })}
    </div>`;
  }

  #dialogs() {
    if (this.opened === 'camera') {
      return html`<studio-camera
        @photo=${({ detail }: CustomEvent<File>) => this.#take(() => readPhoto(detail))}
        @close=${this.#close}
      ></studio-camera>`;
    }
    if (this.opened === 'earlier') {
      return html`<studio-earlier
        .client=${this.playground.client}
        @chosen=${({ detail }: CustomEvent<MadeImage>) => this.#choose(sitterOf(detail))}
        @close=${this.#close}
      ></studio-earlier>`;
    }
    return nothing;
  }
}
