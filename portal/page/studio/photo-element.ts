import { html, nothing } from 'lit';
import { query, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { type Photo, PhotoError, readPhoto } from './read-photo.ts';
import { StudioElement } from './studio-element.ts';

/** A part of a studio that takes photographs: chosen, dropped on it, pasted, or read in another way. */
export abstract class PhotoElement extends StudioElement {
  /** Whether something is dragged over it. */
  @state() protected isOver = false;
  @state() protected isReading = false;
  /** Why the last photograph was refused. */
  @state() protected problem?: string | undefined;
  @query('input[type=file]') protected fileInput?: HTMLInputElement | null;
  /** Where it is pasted. */
  protected abstract readonly clipboard: EventTarget;

  protected abstract use(photo: Photo): void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.clipboard.addEventListener('paste', this.#paste);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.clipboard.removeEventListener('paste', this.#paste);
  }

  protected async take(read: () => Promise<Photo>): Promise<void> {
    this.problem = undefined;
    this.isReading = true;
    try {
      this.use(await read());
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      this.problem = error.message;
    } finally {
      this.isReading = false;
    }
  }

  /** Listens to what is dragged over it, and takes what is dropped. */
  protected dragged(event: DragEvent): void {
    event.preventDefault();
    this.isOver = event.type === 'dragover';
    if (event.type !== 'drop') return;
    const file = pictureIn(event.dataTransfer);
    if (file) this.take(() => readPhoto(file));
    else this.problem = text.photo.none;
  }

  protected hiddenInput(label: string) {
    const chosen = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      const [file] = input.files ?? [];
      input.value = '';
      if (file) this.take(() => readPhoto(file));
    };
    return html`<input type="file" accept="image/*,.heic,.heif" hidden aria-label=${label} @change=${chosen} />`;
  }

  protected alert() {
    return this.problem ? html`<p class="text-bad" role="alert">${this.problem}</p>` : nothing;
  }

  #paste = (event: Event): void => {
    const file = pictureIn((event as ClipboardEvent).clipboardData);
    if (event.defaultPrevented || !file) return;
    event.preventDefault();
    this.take(() => readPhoto(file));
  };
}

/** The picture of what was dropped or pasted, if there is one. */
const pictureIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0];
