import { expect, test } from 'vitest';
import { checksumFor, releaseName } from './nats-release.ts';

test.each([
  ['linux', 'x64', 'nats-server-v2.12.1-linux-amd64'],
  ['linux', 'arm64', 'nats-server-v2.12.1-linux-arm64'],
  ['linux', 'arm', 'nats-server-v2.12.1-linux-arm7'],
  ['darwin', 'arm64', 'nats-server-v2.12.1-darwin-arm64'],
  ['darwin', 'x64', 'nats-server-v2.12.1-darwin-amd64'],
])('given %s on %s, then the archive is %s', (platform, architecture, name) => {
  expect(releaseName('2.12.1', platform, architecture)).toBe(name);
});

test.each([
  ['sunos', 'x64'],
  ['linux', 'mips'],
])('given %s on %s, for which there is none, then it says so', (platform, architecture) => {
  expect(() => releaseName('2.12.1', platform, architecture)).toThrow(`no release for ${platform}-${architecture}`);
});

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
