import { describe, expect, it } from 'vitest';
import { ignoredByDocker } from './ignored-by-docker.ts';

describe('given a .dockerignore', () => {
  const isIgnored = ignoredByDocker('# all but src\n*\n!src\nsrc/private\n!src/private/notes.txt\n**/*.test.ts\n');

  it.each([
    ['README.md', true],
    ['src', false],
    ['src/deep/file.ts', false],
    ['src/deep/file.test.ts', true],
    ['src/file.test.ts', true],
    ['src/private/key.pem', true],
    ['src/private/notes.txt', false],
    // A folder that holds what is taken back has to be entered.
    ['src/private', false],
    ['other/src/file.ts', true],
  ])('%s is ignored: %s', (path, expected) => expect(isIgnored(path)).toBe(expected));
});
