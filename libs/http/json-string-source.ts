import type { ImageSink } from './image-splitter.ts';
import { backslash, quote } from './json-string-reader.ts';

/** The inside of a JSON string as it was sent, escapes and all, in pieces: for handing it on without reading it. */
export class JsonStringSource implements ImageSink {
  readonly pieces: Buffer[] = [];
  #escaped = false;

  read(chunk: Buffer, from: number): number {
    const end = this.#endIn(chunk, from);
    if (end > from) this.pieces.push(chunk.subarray(from, end));
    return end;
  }

  /** The index of the closing quote, or the length. */
  #endIn(chunk: Buffer, from: number): number {
    let at = this.#escaped ? from + 1 : from;
    let closing = -1;
    while (at < chunk.length) {
      if (closing < at) closing = indexOr(chunk.length, chunk.indexOf(quote, at));
      const slash = chunk.indexOf(backslash, at);
      if (slash < 0 || slash > closing) at = closing;
      if (at === closing) break;
      at = slash + 2;
    }
    this.#escaped = at > chunk.length;
    return Math.min(at, chunk.length);
  }

  end(): this | '' {
    return this.pieces.length > 0 ? this : '';
  }
}

const indexOr = (none: number, index: number): number => (index < 0 ? none : index);
