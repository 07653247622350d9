import { describe, expect, it } from 'vitest';
import { text as german } from '../texts/de/studio.ts';
import { text as english } from '../texts/en/studio.ts';
import { sentOccasion } from './occasion.ts';

const { occasions } = german.styleMe;

describe('the occasion that the service is sent', () => {
  it.each([
    ['Hochzeit', 'wedding'],
    ['büro', 'office'],
    ['Vorstellungsgespräch', 'job interview'],
  ])('given %s, which the page offers in German, then %s', (written, sent) => {
    expect(sentOccasion(written, occasions)).toBe(sent);
  });

  it.each(['a wedding in summer', 'Hochzeit am See', 'toString'])(
    'given %s, which it does not, then the same',
    (written) => {
      expect(sentOccasion(written, occasions)).toBe(written);
    },
  );

  it('is, of those offered in English, what the button says', () => {
    for (const [sent, words] of Object.entries(english.styleMe.occasions)) expect(sent).toBe(words);
  });
});
