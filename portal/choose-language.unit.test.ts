import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

describe('given what a browser accepts', () => {
  it.each([
    ['nothing', undefined, 'en'],
    ['German of Austria', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['English first', 'en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['German by its weight, not its place', 'en;q=0.3, de;q=0.7', 'de'],
    ['a language that is not there, then German', 'fr-FR, fr;q=0.9, de;q=0.2', 'de'],
    ['German not at all', 'de;q=0, en;q=0.1', 'en'],
    ['none that is there', 'fr, es', 'en'],
    ['nonsense', ';;,q=x,__proto__', 'en'],
  ])('%s, then the portal has %s in %s', (_, accepted, language) => {
    expect(chooseLanguage({ 'accept-language': accepted })).toBe(language);
  });
});

describe('given the choice of a reader', () => {
  it.each([
    ['German, in an English browser', 'styling_session=x; language=de', 'de'],
    ['a language that is not there', 'language=fr', 'en'],
    ['a member of every object', 'language=constructor', 'en'],
  ])('%s, then it goes first', (_, cookie, language) => {
    expect(chooseLanguage({ cookie, 'accept-language': 'en' })).toBe(language);
  });
});
