import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverSentEvents } from './event-stream.ts';

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (chunks: readonly Uint8Array[]) => Array.fromAsync(serverSentEvents(streamOf(chunks)));

describe('server-sent events', () => {
  it('given comments, several lines and a cut end, then only what complete events have', async () => {
    const text = 'retry: 1000\n\nevent: job\nid: 2\ndata: {"a":\ndata:1}\n\n: ping\n\nid:7\n\ndata: 2\r\n\r\ndata: 3';
    expect(await read([bytes(text)])).toEqual([{ id: '2', data: '{"a":\n1}' }, { id: '7' }, { data: '2' }]);
  });

  it('given any way to cut a stream in chunks, then the events are the same', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = bytes(['event: job', 'data: ü😀', '', ': ping', '', 'data: two', 'data: lines', '', ''].join(end));
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.nat(text.length)), async (cuts) => {
          const at = [0, ...cuts.sort((a, b) => a - b), text.length];
          const chunks = at.slice(1).map((cut, index) => text.subarray(at[index], cut));
          // The last line end may be the first half of one.
          expect((await read([...chunks, bytes(end)])).slice(0, 2)).toEqual([{ data: 'ü😀' }, { data: 'two\nlines' }]);
        }),
      );
    }
  });

  it('given an event that never ends, then it is refused', async () => {
    await expect(read([bytes(`data: ${'x'.repeat(1_048_576)}`)])).rejects.toThrow(RangeError);
  });
});
