import { css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-icon.ts';

/** Asked of the camera, pixels; it gives what it has. */
const WANTED = { width: { ideal: 1600 }, height: { ideal: 1600 }, facingMode: 'user' } as const;

/**
 * `<studio-camera>`: a dialog that takes a photograph. The picture of the camera leaves the page only when one is taken.
 *
 * @fires photo with the file
 * @fires close when it was closed, by whatever
 */
@customElement('studio-camera')
export class StudioCamera extends PortalElement {
  @state() private stream?: MediaStream | undefined;
  /** Whether there is a frame to take. */
  @state() private isShowing!: boolean;
  @state() private problem?: string | undefined;
  #isOpen = false;
  static override styles = [
    sheet,
    css`
      .view {
        position: relative;
        display: grid;
        place-items: center;
        aspect-ratio: 4 / 3;
        overflow: hidden;
        border-radius: var(--radius-card);
        background: #141312;
        color: #f3efe9;
      }
      video {
        width: 100%;
        height: 100%;
        object-fit: contain;
        transform: scaleX(-1);
      }
      .view p {
        max-width: 40ch;
        padding: var(--space-5);
        text-align: center;
      }
      .advice {
        margin-top: var(--space-3);
      }
    `,
  ];

  protected override firstUpdated(): void {
    this.#isOpen = true;
    this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.show();
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
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
      const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
      this.stream = stream;
      // It may have been closed while the browser asked.
      if (!this.#isOpen) this.#end();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async #take(): Promise<void> {
    const video = this.renderRoot.querySelector('video');
    if (!video || !this.isShowing) return;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    if (blob) {
      const detail = new File([blob], 'camera.jpg', { type: blob.type });
      this.dispatchEvent(new CustomEvent<File>('photo', { detail }));
    }
    this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.close();
  }

  #closed(): void {
    this.#end();
    this.dispatchEvent(new Event('close'));
  }

  #view() {
    if (this.problem) return html`<p role="alert">${this.problem}</p>`;
    if (!this.stream) return html`<p role="status">${text.camera.starting}</p>`;
    return html`<video
      .srcObject=${this.stream}
      autoplay
      playsinline
      .muted=${true}
      aria-label=${text.camera.preview}
      @loadeddata=${() => {
        this.isShowing = true;
      }}
    ></video>`;
  }

  protected override render() {
    return html`<portal-dialog heading=${text.camera.heading} @close=${this.#closed}>
      <div class="view">${this.#view()}</div>
      <p class="advice muted small">${text.camera.advice}</p>
      ${
        this.problem
          ? html`<button slot="actions" type="button" @click=${this.#begin}>
              <portal-icon name="retry"></portal-icon>${text.camera.retry}
            </button>`
          : html`<button slot="actions" type="button" class="primary" ?disabled=${!this.isShowing} @click=${this.#take}>
              <portal-icon name="camera"></portal-icon>${text.camera.take}
            </button>`
      }
    </portal-dialog>`;
  }
}

/** Why there is no camera, from what `getUserMedia` rejects with. */
function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return text.camera.denied;
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return text.camera.absent;
  return text.camera.busy;
}
