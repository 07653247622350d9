// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the Dockerfile language
import { describe, expect, it } from 'vitest';
import { assignments, parseDockerfile } from './dockerfile.ts';

describe('given a Dockerfile', () => {
  it('tells stages and instructions apart, joins lines, and replaces variables that the builder replaces', () => {
    const stages = parseDockerfile(
      'ARG V=1.2\nFROM node:${V} AS first\n# why\nRUN a \\\n && b ${V}\nFROM node:${V}\nCOPY --from=first /app ./\n',
    );
    expect(stages).toEqual([
      { name: 'first', base: 'node:1.2', instructions: [{ keyword: 'RUN', flags: {}, rest: 'a   && b ${V}' }] },
      { name: '1', base: 'node:1.2', instructions: [{ keyword: 'COPY', flags: { from: 'first' }, rest: '/app ./' }] },
    ]);
  });

  it('reads assignments with and without quotes', () => {
    expect(assignments('A=1 b.c="two words"')).toEqual({ A: '1', 'b.c': 'two words' });
  });

  it.each([
    ['an instruction that is not known', 'FROM a\nADD x y', 'cannot read "ADD x y"'],
    ['an instruction without a stage', 'RUN a', 'RUN before the first FROM'],
    ['a variable that is not set', 'FROM node:${NOPE}', 'NOPE is not set'],
  ])('refuses %s', (_, text, message) => expect(() => parseDockerfile(text)).toThrow(message));
});
