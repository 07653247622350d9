import { css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { StudioElement } from './studio-element.ts';

/**
 * `<studio-strip>`: what was made since the page was opened.
 *
 * @fires shown when one of them was chosen, and is the result of the try-on again
 */
@customElement('studio-strip')
export class StudioStrip extends StudioElement {
  static override styles = [
    sheet,
    css`
      section {
        display: grid;
        gap: var(--space-2);
        padding-top: var(--space-4);
        border-top: 1px solid var(--line);
      }
      header {
        display: flex;
        justify-content: space-between;
        align-items: baseline;
      }
      h2 {
        font-size: var(--text-2);
      }
      ul {
        display: flex;
        gap: var(--space-2);
        padding: 3px;
        overflow-x: auto;
      }
      button {
        min-height: 0;
        padding: 0;
        overflow: hidden;
        border-color: var(--line);
      }
      button[aria-pressed='true'] {
        border-color: var(--ink);
        outline: 2px solid var(--ink);
        outline-offset: 0;
      }
      img {
        width: auto;
        height: 108px;
        max-width: none;
      }
    `,
  ];

  #show(image_id: string): void {
    this.playground.apply({ type: 'made_shown', image_id });
    this.dispatchEvent(new Event('shown'));
  }

  protected override render() {
    const { made, runs } = this.state;
    if (made.length === 0) return nothing;
    const run = runs['try-on'];
    const outcome = run.at === 'done' && run.outcome.tab === 'try-on' ? run.outcome : undefined;
    const shown = outcome?.images[outcome.chosen]?.image_id;
    return html`<section aria-labelledby="strip">
      <header>
        <h2 id="strip">${text.strip.heading}</h2>
        <a class="small" href="/portal/images">${text.strip.all}</a>
      </header>
      <ul>
        ${made.map(
          ({ image: { image_id, url, width, height } }, index) => html`<li>
            <button
              type="button"
              aria-label=${text.strip.show(made.length - index)}
              aria-pressed=${image_id === shown}
              @click=${() => this.#show(image_id)}
            >
              <img src=${url} width=${Math.round((108 * width) / height)} height="108" alt="" />
            </button>
          </li>`,
        )}
      </ul>
    </section>`;
  }
}
