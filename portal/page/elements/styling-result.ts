import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { customProperties } from '../studio/custom-properties.ts';
import { slide } from '../studio/slide.ts';
import type { Shown } from '../studio/studio-state.ts';

/** Where the handle rests, percent of the width. */
const MIDDLE = 50;

/**
 * `<styling-result .picture=${…} .original=${…}>`: a picture, and the one it was made from under a handle: by pointer, by touch, or with the arrow
 * keys. It fills the width and height that it is given as far as the picture has its shape. Without `original` there is no handle.
 */
@customElement('styling-result')
export class StylingResult extends PortalElement {
  @property({ attribute: false }) original: Shown | null = null;
  @property({ attribute: false }) picture!: Shown;
  @state() private at = 100;
  /** Whether the picture after is there: until then the one before is all there is to see. */
  @state() private isReady = false;
  /** The picture cannot be shown. */
  @state() private isGone = false;
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
      figure {
        position: relative;
        overflow: hidden;
        --width: min(100cqw, calc(100cqh * var(--shape)));
        width: var(--width);
        aspect-ratio: var(--shape);
        touch-action: pan-y;
        user-select: none;
      }
      figure.split {
        cursor: ew-resize;
      }
      img {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        object-fit: cover;
        object-position: top;
        pointer-events: none;
      }
      .before {
        clip-path: inset(0 calc(100% - 100% * var(--at)) 0 0);
      }
      /* Translated, as what changes its place by 'left' counts as layout that shifts. */
      .line {
        position: absolute;
        inset-block: 0;
        left: 0;
        width: 2px;
        margin-left: -1px;
        background: #fff;
        box-shadow: 0 0 6px rgb(0 0 0 / 0.35);
        translate: calc(var(--width) * var(--at));
      }
      .line:focus-visible {
        outline: none;
      }
      .line::after {
        content: '';
        position: absolute;
        top: calc(50% - 20px);
        left: -19px;
        width: 40px;
        height: 40px;
        border-radius: 50%;
        background: #fff;
        box-shadow: 0 1px 6px rgb(0 0 0 / 0.35);
      }
      .line:focus-visible::after {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
      .line svg {
        position: absolute;
        z-index: 1;
        top: calc(50% - 8px);
        left: -11px;
        width: 24px;
        max-width: none;
        height: 16px;
        fill: none;
        stroke: #1c1a17;
        stroke-width: 1.8;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
      .tag {
        position: absolute;
        bottom: var(--space-3);
        padding: 2px var(--space-2);
        border-radius: 99px;
        background: rgb(20 18 16 / 0.72);
        color: #fff;
        font-size: var(--text-1);
        pointer-events: none;
        transition: opacity var(--motion);
      }
      .tag.left {
        left: var(--space-3);
      }
      .tag.right {
        right: var(--space-3);
      }
      .tag.away {
        opacity: 0;
      }
      @media (prefers-reduced-motion: no-preference) {
        .moves .before {
          transition: clip-path 700ms cubic-bezier(0.3, 0, 0.1, 1);
        }
        .moves .line,
        .moves .tag {
          transition:
            translate 700ms cubic-bezier(0.3, 0, 0.1, 1),
            opacity 300ms;
        }
      }
    `,
  ];

  /** The record of the same picture may change, e.g. once it is kept: nothing is loaded for that. */
  protected override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('picture') as Shown | undefined;
    if (!changed.has('picture') || before?.url === this.picture.url) return;
    this.isGone = false;
    this.at = 100;
    this.isReady = false;
  }

  /** The picture before gives way to the one after only once that is there. */
  #loaded(): void {
    this.isReady = true;
    requestAnimationFrame(() => requestAnimationFrame(() => this.isReady && this.#moveTo(MIDDLE)));
  }

  #moveTo(at: number): void {
    this.at = at;
  }

  #point({ clientX, buttons, currentTarget }: PointerEvent): void {
    if (buttons !== 1) return;
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    this.renderRoot.querySelector('figure')?.classList.remove('moves');
    this.#moveTo(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)));
  }

  #pressed(event: PointerEvent): void {
    const figure = event.currentTarget as HTMLElement;
    figure.setPointerCapture(event.pointerId);
    this.#point(event);
    figure.querySelector<HTMLElement>('.line')?.focus({ preventScroll: true });
  }

  #keyed(event: KeyboardEvent): void {
    const to = slide(event.key, this.at);
    if (to === undefined) return;
    event.preventDefault();
    this.renderRoot.querySelector('figure')?.classList.remove('moves');
    this.#moveTo(to);
  }

  protected override render() {
    const { original: before, picture: after, at, isReady } = this;
    if (this.isGone) return html`<p role="alert">${text.result.gone}</p>`;
    const shape = after.width / after.height;
    const isSplit = before !== null && isReady;
    return html`<figure
      class=${isSplit ? 'split moves' : ''}
      ${customProperties({ '--shape': String(shape), '--at': String(at / 100) })}
      @pointerdown=${isSplit ? this.#pressed : nothing}
      @pointermove=${isSplit ? this.#point : nothing}
    >
      <img
        src=${after.url}
        width=${after.width}
        height=${after.height}
        alt=${after.alt}
        @load=${this.#loaded}
        @error=${() => {
          this.isGone = true;
        }}
      />
      ${before && html`<img class="before" src=${before.url} width=${before.width} height=${before.height} alt="" />`}
      ${
        isSplit
          ? html`<span class="tag left ${at < 14 ? 'away' : ''}" aria-hidden="true">${text.result.before}</span>
              <span class="tag right ${at > 86 ? 'away' : ''}" aria-hidden="true">${text.result.after}</span>
              <div
                class="line"
                role="slider"
                tabindex="0"
                aria-label=${text.result.slider}
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=${Math.round(at)}
                aria-valuetext=${text.result.percent(Math.round(at))}
                @keydown=${this.#keyed}
              >
                <svg viewBox="0 0 24 16" aria-hidden="true"><path d="m8 3-5 5 5 5M16 3l5 5-5 5" /></svg>
              </div>`
          : nothing
      }
    </figure>`;
  }
}
