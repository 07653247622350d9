/** Longest event that is read, characters. */
const MOST_CHARACTERS = 1_048_576;

/**
 * The `data` of the events of a stream, as they arrive (HTML standard, section 9.2). An event that the end of the stream cuts off is
 * dropped, as are comments.
 *
 * @throws RangeError when an event is longer than a megabyte
 */
export async function* eventData(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line end.
      const complete = text.endsWith('\r') ? text.slice(0, -1) : text;
      const events = complete.split(/\r\n\r\n|\n\n|\r\r/);
      text = (events.pop() ?? '') + text.slice(complete.length);
      if (text.length > MOST_CHARACTERS) throw new RangeError('an event is too long');
      for (const event of events) {
        const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
