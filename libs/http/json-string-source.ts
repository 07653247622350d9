import type { ImageSink } from './image-splitter.ts';
import { backslash, quote } from './json-string-reader.ts';

/** The inside of a JSON string as it was sent, escapes and all, in pieces: for handing it on without reading it. */
export class JsonStringSource implements ImageSink {
  readonly pieces: Buffer[] = [];
  #escaped = false;

  read(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (chunk[at] === backslash) this.#escaped = true;
      else if (chunk[at] === quote) break;
    }
    if (at > from) this.pieces.push(chunk.subarray(from, at));
    return at;
  }

  end(): this | '' {
    return this.pieces.length > 0 ? this : '';
  }
}
