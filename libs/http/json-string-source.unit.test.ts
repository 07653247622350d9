import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImageSplitter } from './image-splitter.ts';
import { JsonStringSource } from './json-string-source.ts';

test('given any string with any escapes, when its document is cut anywhere, then its source is kept as it was sent', () => {
  const character = fc.constantFrom('a', '/', '\\/', '\\"', '\\\\', '\\u0022', '\\n', 'é', '👗');
  const source = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(source, fc.array(fc.nat(), { maxLength: 6 }), (source, cuts) => {
      const bytes = Buffer.from(`{"params":{"selfie":"${source}"},"id":1}`);
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
      const splitter = new ImageSplitter(['params.selfie'], () => new JsonStringSource());
      for (const [index, end] of ends.entries()) splitter.write(bytes.subarray(ends[index - 1] ?? 0, end));
      const { document, images } = splitter.end();
      expect(document.toString()).toBe('{"params":{"selfie":""},"id":1}');
      const kept = images.get('params.selfie') as JsonStringSource | '';
      expect(kept === '' ? '' : Buffer.concat(kept.pieces).toString()).toBe(source);
    }),
    { numRuns: 200 },
  );
});
