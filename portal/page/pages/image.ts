import { Task } from '@lit/task';
import type { ImageRecord } from '@styling/client';
import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/image.ts';
import { text as images } from '#texts/images.ts';
import { text as work } from '#texts/work.ts';
import { whenRead } from '../elements/when-read.ts';
import { aspectOf, changeButtons, downloadButton } from '../images/image-tile.ts';
import { copiedId, facts } from '../lists/facts.ts';
import { PortalPage } from '../portal-page.ts';

/** One image: the picture, and what is known of it. */
@customElement('portal-image')
export class PortalImage extends PortalPage {
  /** Its record once it is kept for ever. */
  @state() private kept?: ImageRecord;
  readonly #image = new Task(this, {
    args: () => [this.params.id ?? '', this.kept] as const,
    task: async ([id, kept], { signal }) => kept ?? this.portal.client.images.get(id, { signal }),
  });

  override render() {
    return html`<div class="page">
      <div>
        <p><a href="/portal/images">${images.title}</a></p>
        <h1>${this.#image.value ? work.endpoint(this.#image.value.endpoint) : text.title}</h1>
      </div>
      ${whenRead(this.#image, 8, (image) => this.#renderImage(image))}
    </div>`;
  }

  #renderImage(image: ImageRecord) {
    const { image_id, image_url, endpoint } = image;
    const kept = (record: ImageRecord) => {
      this.kept = record;
    };
    const deleted = () => this.portal.goTo('/images');
    return html`<div class="columns min-[860px]:grid-cols-[minmax(0,3fr)_minmax(300px,2fr)]">
      <img class="aspect-(--aspect) w-[min(100%,82vh*var(--aspect))] rounded-card bg-line min-[860px]:justify-self-center"
        .style=${`--aspect: ${aspectOf(image)}`} src=${image_url} alt=${text.alt(endpoint)}
        width=${image.width ?? 900} height=${image.height ?? 1200} />
      <div class="stack">
        <div class="row">
          <a class="button primary" href="/portal/?image=${image_id}">${text.dressFurther}</a>
          ${downloadButton(this, image)}
        </div>
        <div class="card stack">${renderFacts(image)} ${renderApproximations(image)}</div>
        <div class="row">${changeButtons(this, image, { kept, deleted }, 'quiet px-2')}</div>
      </div>
    </div>`;
  }
}

const time = (moment: string) => html`<portal-time datetime=${moment}></portal-time>`;

function renderFacts(image: ImageRecord) {
  const { image_id, created_at, persistent, expires_at, width, height, mime_type, provider, model, job_id } = image;
  return facts([
    [text.madeAt, time(created_at)],
    [text.expires, persistent ? text.forEver : expires_at && time(expires_at)],
    [text.size, width && height ? text.pixels(width, height, mime_type) : null],
    [text.madeBy, provider && text.maker(provider, model)],
    [text.job, job_id && copiedId(job_id, `/portal/jobs/${job_id}`)],
    [text.title, copiedId(image_id)],
  ]);
}

function renderApproximations({ approximations }: ImageRecord) {
  if (!approximations?.length) return '';
  return html`<div class="grid gap-2 border-t border-line pt-4">
    <h2 class="text-2">${text.differs}</h2>
    <ul class="list-disc pl-4">
      ${approximations.map((code) => html`<li>${work.approximation(code)}</li>`)}
    </ul>
  </div>`;
}
