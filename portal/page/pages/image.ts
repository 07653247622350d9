import { Task } from '@lit/task';
import type { ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/image.ts';
import { sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-time.ts';
import { aspectOf } from '../images/aspect.ts';
import { copyAddress, deleteAfterQuestion, download, keep } from '../images/image-actions.ts';
import { copiedId, facts, factsStyle } from '../lists/facts.ts';
import { PortalPage } from '../portal-page.ts';

/** One image: the picture, and what is known of it. */
@customElement('portal-image')
export class PortalImage extends PortalPage {
  /** Its record once it is kept for ever. */
  @state() private kept?: ImageRecord | undefined;
  static override styles = [
    sheet,
    factsStyle,
    css`
      .both {
        display: grid;
        gap: var(--space-5);
        align-items: start;
      }
      img {
        width: min(100%, 82vh * var(--aspect, 0.75));
        height: auto;
        aspect-ratio: var(--aspect, 0.75);
        border-radius: var(--radius-card);
        background: var(--line);
      }
      .differs {
        display: grid;
        gap: var(--space-2);
        padding-top: var(--space-4);
        border-top: 1px solid var(--line);
      }
      .differs h2 {
        font-size: var(--text-2);
      }
      button.quiet {
        padding-inline: var(--space-2);
      }
      button.quiet.danger {
        border-color: transparent;
      }
      ul {
        padding-inline-start: var(--space-4);
        list-style: disc;
      }
      @media (min-width: 860px) {
        .both {
          grid-template-columns: minmax(0, 3fr) minmax(300px, 2fr);
        }
        img {
          justify-self: center;
        }
      }
    `,
  ];
  readonly #image = new Task(this, {
    args: () => [this.portal, this.params.id ?? '', this.kept] as const,
    task: ([{ client }, id, kept], { signal }) => kept ?? client.images.get(id, { signal }),
    // Its place is there before the picture is.
    onComplete: (image) => this.style.setProperty('--aspect', String(aspectOf(image))),
  });

  async #keep(image: ImageRecord): Promise<void> {
    this.kept = await keep(this.portal, image);
  }

  override render() {
    return html`<div class="page">
      <div>
        <p><a href="/portal/images">${text.back}</a></p>
        <h1>${this.#image.value ? text.made(this.#image.value.endpoint) : text.title}</h1>
      </div>
      ${this.#image.render({
        pending: () => html`<portal-skeleton lines="8"></portal-skeleton>`,
        complete: (image) => this.#renderImage(image),
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#image.run()}></portal-error>`,
      })}
    </div>`;
  }

  #renderImage(image: ImageRecord) {
    const { image_id, image_url, endpoint, width, height } = image;
    return html`<div class="both">
      <img src=${image_url} alt=${text.alt(endpoint)} width=${width ?? 900} height=${height ?? 1200} />
      <div class="stack">
        <div class="row">
          <a class="button primary" href="/portal/?image=${image_id}">${text.dressFurther}</a>
          <button type="button" @click=${() => download(this.portal, image)}>
            <portal-icon name="download"></portal-icon>${text.download}
          </button>
        </div>
        <div class="card stack">${renderFacts(image)} ${renderApproximations(image)}</div>
        <div class="row">
          <button type="button" class="quiet" ?hidden=${image.persistent} @click=${() => this.#keep(image)}>
            <portal-icon name="check"></portal-icon>${text.keep}
          </button>
          <button type="button" class="quiet" @click=${() => copyAddress(this.portal, image, this)}>
            <portal-icon name="link"></portal-icon>${text.copyAddress}
          </button>
          <button type="button" class="quiet danger" @click=${() => this.#delete(image)}>
            <portal-icon name="trash"></portal-icon>${text.delete}
          </button>
        </div>
      </div>
    </div>`;
  }

  async #delete(image: ImageRecord): Promise<void> {
    if (await deleteAfterQuestion(this.portal, image, this)) this.portal.goTo('/images');
  }
}

function renderFacts(image: ImageRecord) {
  const { image_id, created_at, persistent, expires_at, width, height, mime_type, provider, model, job_id } = image;
  return facts([
    [text.madeAt, html`<portal-time datetime=${created_at}></portal-time>`],
    [text.expires, persistent ? text.forEver : expires_at && html`<portal-time datetime=${expires_at}></portal-time>`],
    [text.size, width && height ? text.pixels(width, height, mime_type) : null],
    [text.madeBy, provider && text.maker(provider, model)],
    [text.job, job_id && copiedId(job_id, `/portal/jobs/${job_id}`)],
    [text.id, copiedId(image_id)],
  ]);
}

function renderApproximations({ approximations }: ImageRecord) {
  if (!approximations?.length) return '';
  return html`<div class="differs">
    <h2>${text.differs}</h2>
    <ul>
      ${approximations.map((code) => html`<li>${text.approximation(code)}</li>`)}
    </ul>
  </div>`;
}
