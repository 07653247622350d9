import { backslash, quote } from './json-string-reader.ts';

const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Longer than any wanted name is, escaped; what follows cannot make it one. */
const MOST_NAME_LENGTH = 256;

/** Takes the text of an image member while it arrives. */
export type ImageSink = {
  /**
   * Takes `chunk` from the index `from`; returns that of the closing quote, or the length if the string continues.
   *
   * @throws SyntaxError when it is not the inside of a JSON string
   */
  read(chunk: Buffer, from: number): number;
  /** What stands for the image in the body; `''` for an empty string. */
  end(): unknown;
};

/** An object or array that is open, and where in it the scan is. */
type Container = {
  readonly isObject: boolean;
  /** Key of the member or element being read. */
  key: string | number;
  /** In an object: a value is being read, not a name. */
  isValue: boolean;
};

/**
 * Splits a JSON document that arrives in pieces into its images and the rest: the text of the wanted members goes to a sink
 * as it arrives and is left out of the document (`{"selfie_base64":""}` remains). It also measures the rest, so that a document
 * can be refused before `JSON.parse` allocates anything for it. It assumes the syntax of the rest to be valid, which
 * `JSON.parse` then checks.
 */
export class ImageSplitter {
  /** Bytes kept so far. */
  documentLength = 0;
  /** Members and elements so far; an empty object or array counts as one. */
  values = 0;
  /** The deepest nesting so far. */
  nesting = 0;
  readonly #wanted: readonly ImagePath[];
  readonly #deepest: number;
  /** How many bytes of the document are expected to follow. */
  #expected: number;
  readonly #document: Buffer[] = [];
  readonly #images = new Map<string, ImageSink>();
  readonly #sinkFor: (expected: number) => ImageSink;
  #depth = 0;
  /** The open containers, from the root to the deepest that can hold an image. */
  readonly #open: Container[] = [];
  #inString = false;
  #escaped = false;
  /** Raw text of the member name being read. */
  #name: string | undefined;
  #image: ImageSink | undefined;

  /**
   * @param wanted where the images are, e.g. `selfie_base64` or `garments[].image_base64`; the root is an object
   * @param sinkFor opens the sink of an image of about `expected` characters; only a hint
   * @param expected how many bytes to expect; only a hint
   */
  constructor(wanted: Iterable<string>, sinkFor: (expected: number) => ImageSink, expected = 0) {
    this.#sinkFor = sinkFor;
    this.#wanted = [...wanted].map(pathOf);
    this.#deepest = Math.max(0, ...this.#wanted.map(({ length }) => length));
    this.#expected = expected;
  }

  /** @throws SyntaxError when the text of an image member is not the inside of a JSON string */
  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#image) {
        at = this.#image.read(chunk, at);
        if (at < chunk.length) this.#image = undefined;
      } else {
        const end = this.#scan(chunk, at);
        this.#document.push(chunk.subarray(at, end));
        this.documentLength += end - at;
        at = end;
      }
    }
    this.#expected -= chunk.length;
  }

  /** The document without the text of its images, and the images by place, e.g. `garments.0.image_base64` (the last of equal ones). */
  end(): { document: Buffer; images: Map<string, unknown> } {
    const images = new Map([...this.#images].map(([place, sink]) => [place, sink.end()]));
    return { document: Buffer.concat(this.#document), images };
  }

  /** Follows the structure up to the inside of an image or the end of `chunk`; returns that index. */
  #scan(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) this.#insideString(byte);
      else if (byte === quote) {
        this.#inString = true;
        const container = this.#container;
        if (!container) continue;
        if (container.isObject && !container.isValue) this.#name = '';
        else if (this.#isWanted()) {
          this.#openImage();
          return at + 1;
        }
      } else if (byte === openObject || byte === openArray) this.#enter(byte === openObject);
      else if (byte === closeObject || byte === closeArray) this.#leave();
      else if (byte === colon || byte === comma) this.#proceed(byte === colon);
    }
    return chunk.length;
  }

  /** The container being read, if it is one of the open ones. */
  get #container(): Container | undefined {
    return this.#depth === this.#open.length ? this.#open[this.#depth - 1] : undefined;
  }

  #enter(isObject: boolean): void {
    if (this.#depth === this.#open.length && this.#depth < this.#deepest) {
      this.#open.push({ isObject, key: isObject ? '' : 0, isValue: false });
    }
    this.#depth++;
    this.values++;
    this.nesting = Math.max(this.nesting, this.#depth);
  }

  #leave(): void {
    if (this.#depth === this.#open.length) this.#open.pop();
    this.#depth--;
  }

  #proceed(toValue: boolean): void {
    if (!toValue) this.values++;
    const container = this.#container;
    if (!container) return;
    container.isValue = toValue;
    if (typeof container.key === 'number') container.key++;
  }

  #insideString(byte: number): void {
    if (!this.#escaped && byte === quote) {
      this.#inString = false;
      const container = this.#container;
      if (this.#name === undefined || !container) return;
      container.key = unescapeName(this.#name);
      this.#name = undefined;
      return;
    }
    this.#escaped = !this.#escaped && byte === backslash;
    if (this.#name !== undefined && this.#name.length < MOST_NAME_LENGTH) this.#name += String.fromCharCode(byte);
  }

  #isWanted(): boolean {
    const isAt = ({ isObject, key }: Container, step: string | null | undefined) =>
      isObject ? key === step : step === null;
    return this.#wanted.some(
      (path) =>
        path.length === this.#open.length && this.#open.every((container, depth) => isAt(container, path[depth])),
    );
  }

  #openImage(): void {
    this.#image = this.#sinkFor(Math.max(0, this.#expected));
    this.#images.set(this.#open.map(({ key }) => key).join('.'), this.#image);
  }
}

/** Names of members from the root to an image; null stands for any element of an array. */
type ImagePath = readonly (string | null)[];

const pathOf = (wanted: string): ImagePath =>
  wanted.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), null] : [step]));

/** Unescapes a member name; `''`, which is never wanted, if it is invalid. */
function unescapeName(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return '';
  }
}
