import { describe, expect, test } from 'vitest';
import { outputFiles } from './output-files.ts';

const delivered = 'https://replicate.delivery/xezq/abc/out.jpg';
const other = 'https://pbxt.replicate.delivery/abc/out.png';

describe('outputFiles', () => {
  test.each([
    ['an address', delivered, [delivered]],
    ['a list', [delivered, other], [delivered, other]],
    ['an object', { image: other, seed: 7, text: 'a hat' }, [other]],
    ['a list of objects', [{ url: other }], [other]],
    ['a data URI', 'data:image/png;base64,AAAA', ['data:image/png;base64,AAAA']],
    ['an address of the API', 'http://127.0.0.1:8090/delivery/a.jpg', ['http://127.0.0.1:8090/delivery/a.jpg']],
  ])('given %s, then its files', (_, output, files) => {
    expect(outputFiles(output, '127.0.0.1:8090')).toEqual(files);
  });

  test.each([
    'https://replicate.delivery.example/out.jpg',
    'https://notreplicate.delivery/out.jpg',
    'https://example/replicate.delivery',
    'http://replicate.delivery/out.jpg',
    'https://replicate.delivery:8443/out.jpg',
    'http://127.0.0.1:8091/out.jpg',
    'ftp://127.0.0.1:8090/out.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('given %s, then it is refused', (output) => {
    expect(() => outputFiles([delivered, output], '127.0.0.1:8090')).toThrow('unexpected host');
  });

  test.each([null, undefined, '', 'no address', [], {}, 7])('given %s, then there is no file', (output) => {
    expect(() => outputFiles(output, '127.0.0.1:8090')).toThrow('no file');
  });
});
