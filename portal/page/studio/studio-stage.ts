import { ApiError, type Job } from '@styling/client';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { text as work } from '#texts/work.ts';
import { sheet } from '../portal-element.ts';
import { pictureButton } from './controls.ts';
import { type ExampleSitter, exampleSitters, readExample } from './examples.ts';
import type { Tab } from './order.ts';
import { PhotoElement } from './photo-element.ts';
import { type Photo, readPhoto } from './read-photo.ts';
import { type MadeImage, outcomeOf, type Run, type Sitter, sitterOf } from './studio-state.ts';
import '../elements/styling-result.ts';

const SMALL = 'border-0 outline-offset-2 *:h-10 *:w-[34px]';
const LARGE = `rounded-card border-0 shadow-lift outline-offset-2 transition-transform hover:-translate-y-0.5
  *:h-[102px] *:w-[84px] sm:*:h-[146px] sm:*:w-[120px]`;

/**
 * `<studio-stage tab="try-on">`: the person to dress, or the outfit to analyse, however given; the progress over it; and the picture that came
 * of it in its place.
 */
@customElement('studio-stage')
export class StudioStage extends PhotoElement {
  @property() tab!: Tab;
  /** The camera, or the images of before. */
  @state() private dialog?: TemplateResult | undefined;
  protected override readonly clipboard = document;
  static override styles = [
    sheet,
    css`
      @keyframes wait {
        from { transform: translateX(-100%) scaleX(0.4); }
        to { transform: translateX(100%) scaleX(0.4); }
      }
    `,
  ];

  /** What shows the end of a request is loaded while it runs. */
  protected override updated(): void {
    if (this.state.runs[this.tab].at !== 'idle') import('./result-bar.ts');
  }

  get #words() {
    return this.tab === 'analyse' ? text.analysis : text.sitter;
  }

  /** What is worked on. */
  get #given(): Sitter | null {
    return this.tab === 'analyse' ? this.state.subject : this.state.sitter;
  }

  /** The picture that came of it. */
  get #made(): MadeImage | undefined {
    const outcome = this.tab === 'try-on' ? outcomeOf(this.state, 'try-on') : undefined;
    return outcome?.images[outcome.chosen];
  }

  protected override use(photo: Photo): void {
    this.#choose({ ...photo, alt: this.#words.alt });
  }

  #choose(given: Sitter): void {
    this.problem = undefined;
    this.playground.change(this.tab === 'analyse' ? { subject: given, link: '' } : { sitter: given });
  }

  #chooseExample({ sitter }: ExampleSitter): void {
    if (this.tab === 'analyse') this.take(() => readExample(sitter.url));
    else this.#choose(sitter);
  }

  async #openCamera(): Promise<void> {
    await import('./studio-camera.ts');
    const take = ({ detail }: CustomEvent<File>) => this.take(() => readPhoto(detail));
    this.dialog = html`<studio-camera @photo=${take} @close=${this.#close}></studio-camera>`;
  }

  async #openEarlier(): Promise<void> {
    await import('./studio-earlier.ts');
    const choose = ({ detail }: CustomEvent<MadeImage>) => this.#choose(sitterOf(detail));
    const { client } = this.playground;
    this.dialog = html`<studio-earlier .client=${client} @chosen=${choose} @close=${this.#close}></studio-earlier>`;
  }

  #close = () => {
    this.dialog = undefined;
  };

  protected override render() {
    const { tab, playground, inPortal } = this;
    const run = this.state.runs[tab];
    const { width, height } = this.#made ?? this.#given ?? { width: 1, height: 1 };
    // Set as a property: the portal's policy refuses style attributes.
    return html`<section class="stack" aria-label=${this.#words.label}>
        <div class="stage relative grid overflow-hidden rounded-card border bg-[color-mix(in_oklab,var(--ink)_4%,var(--surface))]
            max-sm:aspect-[clamp(0.75,var(--shape),1.4)] sm:h-[clamp(340px,calc(100dvh-220px),720px)]
            ${this.isOver ? 'border-accent outline-2 -outline-offset-6 outline-accent' : 'border-line'}"
          .style=${`--shape: ${width / height}`}
          @dragover=${this.dragged} @dragleave=${this.dragged} @drop=${this.dragged}>
          ${this.#picture()}
          ${run.at === 'running' ? this.#running(run) : nothing}
        </div>
        <div class="stack ${tab === 'try-on' && run.at !== 'idle' ? PLACE_OF_RESULT : ''}">
          ${this.alert()}
          ${run.at === 'failed' ? this.#refusal(run.error) : nothing}
          ${this.#made ? html`<studio-result-bar .playground=${playground} ?in-portal=${inPortal}></studio-result-bar>` : this.#choices()}
        </div>
      </section>
      ${this.dialog}`;
  }

  #picture() {
    const run = this.state.runs[this.tab];
    if (this.#made && run.at === 'done') {
      return html`<styling-result .picture=${this.#made} .original=${run.before}></styling-result>`;
    }
    const shown = run.at === 'running' ? run.before : this.#given;
    if (shown) {
      const { url, width, height, alt } = shown;
      return html`<div class="grid size-full place-items-center [container-type:size]">
        <img src=${url} width=${width} height=${height} alt=${alt} .style=${`--shape: ${width / height}`}
          class="aspect-(--shape) w-[min(100cqw,calc(100cqh*var(--shape)))]" />
      </div>`;
    }
    const isElsewhere = this.tab === 'analyse' && this.state.link.trim() !== '';
    if (isElsewhere || run.at === 'running') {
      return html`<p class="muted place-self-center p-3 text-center sm:p-6">
        ${isElsewhere ? text.analysis.cannotShow : text.running.resumed}
      </p>`;
    }
    const { isOver, isReading } = this;
    const { empty, advice } = this.#words;
    return html`<div class="grid place-content-center justify-items-center gap-2 p-3 text-center sm:p-6">
      <h2 class="text-4 tracking-[-0.02em]">${isOver ? text.sitter.drop : isReading ? text.sitter.reading : empty}</h2>
      <p class="muted">${text.sitter.hint}</p>
      <p class="muted small">${advice}</p>
      <div class="mt-2 sm:mt-4">${this.#examples('gap-3', LARGE)}</div>
    </div>`;
  }

  /** How far a request is, over the photograph. */
  #running({ job, isCanceling }: Extract<Run, { at: 'running' }>) {
    const fraction = job?.progress?.fraction;
    const percent = fraction === undefined ? nothing : Math.round(fraction * 100);
    const done =
      fraction === undefined
        ? 'motion-safe:animate-[wait_1.6s_ease-in-out_infinite] motion-reduce:scale-x-4'
        : 'scale-x-(--done) transition-transform duration-300';
    return html`<div class="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-surface/92 pr-2 pl-4 backdrop-blur-[8px]">
      <div class="absolute inset-x-0 top-0 h-[3px] overflow-hidden bg-ink/14" role="progressbar" aria-label=${text.running.label}
        aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
        <i class="block h-full origin-left bg-accent ${done}" .style=${`--done: ${fraction ?? 0}`}></i>
      </div>
      <p class="min-h-14 flex-1 content-center" role="status">${isCanceling ? text.running.canceling : progressOf(job)}</p>
      <button type="button" class="quiet" ?disabled=${isCanceling} @click=${() => this.playground.cancel(this.tab)}>
        <portal-icon name="stop"></portal-icon>${text.running.cancel}
      </button>
    </div>`;
  }

  /** Why nothing was made. The two limits, which are no faults, have words of their own, and in the portal links to pages. */
  #refusal(error: unknown) {
    const { tab, playground, inPortal } = this;
    const retry = () => playground.start(tab);
    const dismiss = () => playground.apply({ type: 'dismissed', tab });
    const back = html`<button type="button" class="quiet" @click=${dismiss}>${text.dismiss}</button>`;
    if (error instanceof ApiError && error.code === 'daily_limit') {
      const { limit, reset } = error.dailyLimit ?? {};
      const words = html`${limit === undefined ? '' : text.limit.text(limit)}
        ${reset ? html`${text.limit.reset} <portal-time datetime=${reset} relative></portal-time>.` : ''}`;
      const usage = html`<a class="button" href="/portal/usage">${text.limit.usage}</a>`;
      return limitReached(text.limit.heading, words, [inPortal ? usage : '', back]);
    }
    if (error instanceof ApiError && error.code === 'in_progress') {
      const again = html`<button type="button" @click=${retry}><portal-icon name="retry"></portal-icon>${text.limit.retry}</button>`;
      const jobs = html`<a class="button quiet" href="/portal/jobs?status=running">${text.limit.busyJobs}</a>`;
      return limitReached(text.limit.busyHeading, text.limit.busyText, [again, inPortal ? jobs : '']);
    }
    return html`<portal-error .error=${error} @retry=${retry}></portal-error>
      <div>${back}</div>`;
  }

  #choices() {
    const given = this.#given;
    const isRunning = this.state.runs[this.tab].at === 'running';
    const button = (icon: string, label: string, press: () => void) => html`<button type="button"
      class="max-sm:gap-1 max-sm:px-2" @click=${press}><portal-icon name=${icon}></portal-icon>${label}</button>`;
    return html`<div class="flex flex-wrap items-center justify-between gap-3 transition-opacity inert:opacity-40" ?inert=${isRunning}>
      <div class="row max-sm:gap-2">
        ${button('upload', text.sitter.choose, () => this.fileInput?.click())}
        ${button('camera', text.sitter.camera, () => this.#openCamera())}
        ${this.inPortal ? button('images', text.sitter.earlier, () => this.#openEarlier()) : nothing}
        ${this.hiddenInput(text.sitter.choose)}
      </div>
      ${given || isRunning ? this.#examples('gap-2', SMALL) : nothing}
    </div>`;
  }

  #examples(gap: string, look: string) {
    return html`<div class="flex ${gap}" role="group" aria-label=${text.sitter.examples}>
      ${exampleSitters.map((example) => {
        const { name, thumbnail, sitter } = example;
        const isPressed = this.#given?.url === sitter.url;
        const choose = () => this.#chooseExample(example);
        const label = this.#words.example(name);
        return pictureButton({ src: thumbnail, width: 120, height: 146, label, title: name, look, isPressed, choose });
      })}
    </div>`;
  }
}

/**
 * On a phone: two lines of buttons, one about the picture, and two of what it approximates. The place is kept from the press of the button on,
 * so that what is below hardly moves when the picture arrives.
 */
const PLACE_OF_RESULT = 'max-sm:min-h-[calc(120px+4.5em)]';

function progressOf(job: Job | null): string {
  if (!job) return text.running.sending;
  if (job.progress) return work.stages[job.progress.stage] ?? text.running.label;
  return job.status === 'queued' ? text.running.queued : work.stages.preparing;
}

function limitReached(heading: string, words: unknown, actions: unknown) {
  return html`<div class="card grid gap-2" role="alert">
    <h2>${heading}</h2>
    <p>${words}</p>
    <div class="row mt-2">${actions}</div>
  </div>`;
}
