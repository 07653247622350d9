import { expect, test } from 'vitest';
import { checksumFor } from './checksums.ts';

const digest = 'a1'.repeat(32);

test.each([
  ['text mode', `${digest}  server.tar.gz`],
  ['binary mode', `${digest} *server.tar.gz`],
  ['Windows line ends', `${'0'.repeat(64)}  other\r\n${digest.toUpperCase()}  server.tar.gz\r\n`],
])('given a line in %s, then its checksum is found', (_, text) => {
  expect(checksumFor(text, 'server.tar.gz')).toBe(digest);
});

test.each([
  ['nothing', ''],
  ['another file only', `${digest}  server.tar.gz.sig`],
  ['a name that only ends the same', `${digest}  other-server.tar.gz`],
  ['a digest that is too short', `${digest.slice(1)}  server.tar.gz`],
  ['a web page', '<html><body>not found</body></html>'],
])('given %s, then there is no checksum', (_, text) => {
  expect(checksumFor(text, 'server.tar.gz')).toBeUndefined();
});
