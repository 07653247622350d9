import { css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { slide } from '../studio/slide.ts';
import type { Shown } from '../studio/studio-state.ts';

/** Where the handle rests, percent of the width. */
const MIDDLE = 50;
const PICTURE = 'pointer-events-none absolute inset-0 size-full object-cover object-top';
const TAG =
  'pointer-events-none absolute bottom-3 rounded-full bg-[rgb(20_18_16/0.72)] px-2 py-0.5 text-1 text-[#fff] transition-opacity';
const GLIDES =
  'motion-safe:transition-[clip-path,translate] motion-safe:duration-700 motion-safe:ease-[cubic-bezier(0.3,0,0.1,1)]';

/**
 * `<styling-result .picture=${…} .original=${…}>`: a picture, and the one it was made from under a handle: by pointer, by touch, or with the arrow
 * keys. It fills the width and height that it is given as far as the picture has its shape. Without `original` there is no handle.
 */
@customElement('styling-result')
export class StylingResult extends PortalElement {
  @property({ attribute: false }) original: Shown | null = null;
  @property({ attribute: false }) picture!: Shown;
  @state() private at = 100;
  /** Whether the handle moves by itself: it is where pointer and keys put it at once. */
  @state() private glides = true;
  /** Whether the picture after is there: until then the one before is all there is to see. */
  @state() private isReady = false;
  /** The picture cannot be shown. */
  @state() private isGone = false;
  @query('[role=slider]') private handle?: HTMLElement | null;
  static override styles = [
    sheet,
    css`
      :host {
        display: grid;
        place-items: center;
        width: 100%;
        height: 100%;
        container-type: size;
      }
    `,
  ];

  /** The record of the same picture may change, e.g. once it is kept: nothing is loaded for that. */
  protected override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('picture') as Shown | undefined;
    if (!changed.has('picture') || before?.url === this.picture.url) return;
    this.isGone = false;
    this.at = 100;
    this.glides = true;
    this.isReady = false;
  }

  /** The picture before gives way to the one after only once that is there. */
  #loaded(): void {
    this.isReady = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.isReady) this.at = MIDDLE;
      }),
    );
  }

  #failed(): void {
    this.isGone = true;
  }

  #moveTo(at: number): void {
    this.glides = false;
    this.at = at;
  }

  #point({ clientX, buttons, currentTarget }: PointerEvent): void {
    if (buttons !== 1) return;
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    this.#moveTo(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)));
  }

  #pressed(event: PointerEvent): void {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#point(event);
    this.handle?.focus({ preventScroll: true });
  }

  #keyed(event: KeyboardEvent): void {
    const to = slide(event.key, this.at);
    if (to === undefined) return;
    event.preventDefault();
    this.#moveTo(to);
  }

  protected override render() {
    const { original: before, picture: after, at } = this;
    if (this.isGone) return html`<p role="alert">${text.result.gone}</p>`;
    const isSplit = before !== null && this.isReady;
    return html`<figure .style=${`--shape: ${after.width / after.height}; --at: ${at / 100}`}
      class="relative aspect-(--shape) w-(--width) touch-pan-y overflow-hidden select-none
        [--width:min(100cqw,calc(100cqh*var(--shape)))] ${isSplit ? 'cursor-ew-resize' : ''}"
      @pointerdown=${isSplit ? this.#pressed : nothing} @pointermove=${isSplit ? this.#point : nothing}>
      <img class=${PICTURE} src=${after.url} width=${after.width} height=${after.height} alt=${after.alt}
        @load=${this.#loaded} @error=${this.#failed} />
      ${
        before &&
        html`<img class="${PICTURE} [clip-path:inset(0_calc(100%-100%*var(--at))_0_0)] ${this.glides ? GLIDES : ''}"
          src=${before.url} width=${before.width} height=${before.height} alt="" />`
      }
      ${isSplit ? this.#handle(Math.round(at)) : nothing}
    </figure>`;
  }

  /** Translated, as what changes its place by `left` counts as layout that shifts. */
  #handle(at: number) {
    return html`<span class="${TAG} left-3 ${at < 14 ? 'opacity-0' : ''}" aria-hidden="true">${text.result.before}</span>
      <span class="${TAG} right-3 ${at > 86 ? 'opacity-0' : ''}" aria-hidden="true">${text.result.after}</span>
      <div class="group absolute inset-y-0 left-0 -ml-px w-0.5 bg-[#fff] shadow-[0_0_6px_rgb(0_0_0/0.35)] outline-none
          [translate:calc(var(--width)*var(--at))] ${this.glides ? GLIDES : ''}"
        role="slider" tabindex="0" aria-label=${text.result.slider} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${at} aria-valuetext=${text.result.percent(at)} @keydown=${this.#keyed}>
        <svg viewBox="-8 -12 40 40" aria-hidden="true" fill="none" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"
          class="absolute top-[calc(50%-20px)] -left-[19px] size-10 max-w-none rounded-full bg-[#fff] stroke-[#1c1a17]
            shadow-[0_1px_6px_rgb(0_0_0/0.35)] outline-offset-2 outline-accent group-focus-visible:outline-2">
          <path d="m8 3-5 5 5 5M16 3l5 5-5 5" />
        </svg>
      </div>`;
  }
}
