import { html } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement } from '../portal-element.ts';
import { encode } from './read-photo.ts';

/** Asked of the camera, pixels; it gives what it has. */
const WANTED = { width: { ideal: 1600 }, height: { ideal: 1600 }, facingMode: 'user' } as const;

/**
 * `<studio-camera>`: a dialog that takes a photograph. The picture of the camera leaves the page only when one is taken.
 *
 * @fires photo with the file
 * @fires close when it was closed, by whatever: it is to be removed then
 */
@customElement('studio-camera')
export class StudioCamera extends PortalElement {
  @state() private stream?: MediaStream | undefined;
  /** Whether there is a frame to take. */
  @state() private isShowing!: boolean;
  @state() private problem?: string | undefined;
  @query('portal-dialog') private dialog?: PortalDialog | null;
  @query('video') private video?: HTMLVideoElement | null;

  protected override firstUpdated(): void {
    this.dialog?.show();
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  #end(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
  }

  async #begin(): Promise<void> {
    this.problem = undefined;
    this.isShowing = false;
    if (!isSecureContext || !navigator.mediaDevices) {
      this.problem = text.camera.insecure;
      return;
    }
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
      // It may have been closed while the browser asked.
      if (!this.isConnected) this.#end();
    } catch (error) {
      this.problem = PROBLEMS[(error as Error).name] ?? text.camera.busy;
    }
  }

  async #take(): Promise<void> {
    const { video } = this;
    if (!video) return;
    // While the camera is settling, its picture has no size for a moment.
    if (video.videoWidth === 0)
      await new Promise((resolve) => video.addEventListener('resize', resolve, { once: true }));
    const blob = await encode(video, { width: video.videoWidth, height: video.videoHeight });
    const detail = new File([blob], 'camera.jpg', { type: blob.type });
    this.dispatchEvent(new CustomEvent<File>('photo', { detail }));
    this.dialog?.close();
  }

  #view() {
    if (this.problem) return html`<p class="max-w-[40ch] p-6 text-center" role="alert">${this.problem}</p>`;
    if (!this.stream) return html`<p role="status">${text.camera.starting}</p>`;
    const shows = () => {
      this.isShowing = true;
    };
    return html`<video class="size-full -scale-x-100 object-contain" aria-label=${text.camera.preview}
      .srcObject=${this.stream} autoplay playsinline .muted=${true} @loadeddata=${shows}></video>`;
  }

  protected override render() {
    const retry = html`<button slot="actions" type="button" @click=${this.#begin}>
      <portal-icon name="retry"></portal-icon>${text.camera.retry}
    </button>`;
    const take = html`<button slot="actions" type="button" class="primary" ?disabled=${!this.isShowing} @click=${this.#take}>
      <portal-icon name="camera"></portal-icon>${text.camera.take}
    </button>`;
    return html`<portal-dialog heading=${text.camera.heading} @close=${() => this.dispatchEvent(new Event('close'))}>
      <div class="grid aspect-4/3 place-items-center overflow-hidden rounded-card bg-[#141312] text-[#f3efe9]">${this.#view()}</div>
      <p class="muted small mt-3">${text.camera.advice}</p>
      ${this.problem ? retry : take}
    </portal-dialog>`;
  }
}

/** Why there is no camera, by the name of what `getUserMedia` rejects with. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: text.camera.denied,
  SecurityError: text.camera.denied,
  NotFoundError: text.camera.absent,
  OverconstrainedError: text.camera.absent,
};
