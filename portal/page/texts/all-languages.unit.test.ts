import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { text as studio } from './en/studio.ts';
import { pageLanguages } from './languages.ts';

// That no text is missing is known to the compiler, but for texts that are looked up by a code of the service.

const folder = (language: string) => new URL(`./${language}/`, import.meta.url);
const others = Object.keys(pageLanguages).filter((language) => language !== 'en');
const names = readdirSync(folder('en')).sort();

/** Its shape: the keys of texts, in any order, and for each what it is; numbers are values that words are given to. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

/** All texts that are no function, by their path. */
function wordsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => wordsOf(each, `${path}.${key}`));
}

describe.each(others)('the texts in %s', (language) => {
  it('are those of every page', () => {
    expect(readdirSync(folder(language)).sort()).toEqual(names);
  });

  it.each(names)('%s has all that there is in English, none of them empty that is not so there', async (name) => {
    const { text } = await import(new URL(name, folder(language)).href);
    const { text: english } = await import(new URL(name, folder('en')).href);
    expect(shapeOf(text)).toEqual(shapeOf(english));
    const inEnglish = new Map(wordsOf(english));
    const empty = wordsOf(text).filter(([path, words]) => (words === '') !== (inEnglish.get(path) === ''));
    expect(empty).toEqual([]);
  });

  it.each([
    [
      'work.ts',
      'endpoint',
      ['/try_on_outfit', '/generate_image', '/style_me', '/analyze_outfit', '/identify_clothing'],
    ],
    ['work.ts', 'approximation', Object.keys(studio.approximations)],
    ['events.ts', 'imageReason', ['requested', 'expired', 'abandoned', 'lost']],
    ['events.ts', 'webhookReason', ['failing', 'gone']],
  ])('%s has words for every code of `%s`', async (name, lookUp, codes) => {
    const { text } = await import(new URL(name, folder(language)).href);
    const { text: english } = await import(new URL(name, folder('en')).href);
    for (const code of codes) {
      expect(text[lookUp](code), code).not.toBe(english[lookUp](code));
      expect([undefined, code]).not.toContain(text[lookUp](code));
    }
  });
});
