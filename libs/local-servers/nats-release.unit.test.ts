import { expect, test } from 'vitest';
import { natsReleaseFor } from './nats-release.ts';

test.each([
  ['linux', 'x64', 'linux-amd64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['linux', 'arm', 'linux-arm7'],
  ['linux', 's390x', 'linux-s390x'],
  ['darwin', 'arm64', 'darwin-arm64'],
  ['darwin', 'x64', 'darwin-amd64'],
])('given %s on %s, then the archive is that of %s, with a digest of its own', (platform, architecture, target) => {
  expect(natsReleaseFor(platform, architecture)).toEqual({
    version: expect.stringMatching(/^2\.\d+\.\d+$/),
    target,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each([
  ['sunos', 'x64'],
  ['freebsd', 'x64'],
  ['linux', 'mips'],
])('given %s on %s, of which no digest is known, then it is not downloaded', (platform, architecture) => {
  const reason = `no archive for ${platform}-${architecture} whose digest is known`;
  expect(() => natsReleaseFor(platform, architecture)).toThrow(reason);
});
