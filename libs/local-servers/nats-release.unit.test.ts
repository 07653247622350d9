import { expect, test } from 'vitest';
import { releaseName } from './nats-release.ts';

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
