import { expect, test } from 'vitest';
import { InvalidBase64 } from './base64-image.ts';
import { ImageText } from './image-text.ts';

const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256));
const base64 = bytes.toString('base64');

function read(text: string, size = text.length || 1) {
  const image = new ImageText();
  for (let at = 0; at < text.length; at += size) image.write(Buffer.from(text.slice(at, at + size), 'latin1'));
  return image.end();
}

test.each([
  '',
  'data:image/jpeg;base64,',
  'data:image/svg+xml;base64,',
  'DATA:IMAGE/PNG;BASE64,',
  'data:image/webp;name=me.webp;charset=utf-8;base64,',
  'data:application/octet-stream;base64,',
  'data:;base64,',
  ' \ndata:image/heic;base64,\n',
])('given the prefix "%s", then it is skipped however the text is cut', (prefix) => {
  for (const size of [1, 2, 7, 128, 1000]) expect(read(prefix + base64, size)).toEqual(bytes);
});

test('given an image shorter than a prefix may be, then it is decoded', () => {
  expect(read('QUJD')).toEqual(Buffer.from('ABC'));
  expect(read('data:image/png;base64,QUJD', 3)).toEqual(Buffer.from('ABC'));
});

test.each([
  ['without base64', `data:image/png,${base64}`],
  ['twice', `data:image/png;base64,data:image/png;base64,${base64}`],
  ['longer than any real one', `data:image/png;name=${'x'.repeat(200)};base64,${base64}`],
  ['cut short', 'data:image/png;base'],
])('given a prefix %s, then the text is not base64', (_, text) => {
  for (const size of [1, 50, 1000]) expect(read(text, size)).toBeInstanceOf(InvalidBase64);
});

test('given no text but white space or a prefix, then there is no image', () => {
  for (const text of ['', ' \n', 'data:image/png;base64,']) expect(read(text)).toBe('');
});
