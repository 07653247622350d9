import { expect, test } from 'vitest';
import { readWords } from './read-words.ts';
import { sides } from './sides.ts';

test.each([
  ['no trousers', [], ['trousers']],
  ['a skirt instead of trousers', ['skirt'], ['trousers']],
  ['trousers are not for me', [], ['trousers']],
  ["a dress, jeans aren't my style", ['dress'], ['jeans']],
  ['I prefer skirts to trousers', ['skirts'], ['trousers']],
  ['I would rather wear a skirt than trousers', ['skirt'], ['trousers']],
  ['I prefer to wear trousers', ['trousers'], []],
  ["I'd rather not wear jeans", [], ['jeans']],
  ['skip the tie', [], ['tie']],
  ['excluding black, please navy', ['navy'], ['black']],
  ['anything other than grey', [], ['grey']],
  ['not black but navy', ['navy'], ['black']],
  ['no black but no navy', [], ['black', 'navy']],
  ['no red, black or yellow, green please', ['green'], ['red', 'black', 'yellow']],
  ['el negro no', [], ['negro']],
  ['prefiero faldas a pantalones', ['faldas'], ['pantalones']],
  ['no me gusta el rojo, pero sí el azul', ['azul'], ['rojo']],
  ["je n'aime pas le noir, plutôt du bleu", ['bleu'], ['noir']],
  ['Schwarz mag ich nicht', [], ['schwarz']],
  ['lieber Röcke als Hosen', ['röcke'], ['hosen']],
  ['um vestido em vez de calças', ['vestido'], ['calças']],
  ['要裙子而不是裤子', ['裙 子'], ['裤 子']],
] as const)('given "%s", then %j is affirmed and %j refused', (text, affirmed, refused) => {
  const { said, denied } = sides(readWords(text).tokens);
  const words = (tokens: typeof said) => tokens.map((token) => token.text);
  expect(words(said)).toEqual(expect.arrayContaining([...affirmed]));
  expect(words(denied)).toEqual(expect.arrayContaining([...refused]));
  for (const word of affirmed) expect(words(denied)).not.toContain(word);
  for (const word of refused) expect(words(said)).not.toContain(word);
});

test('given an order, then an "and" ends a refusal, but not an order to avoid things', () => {
  const refused = (text: string) =>
    sides(readWords(text).tokens, { toAnd: true }).denied.flatMap(({ garment }) => garment ?? []);
  expect(refused('no shirt and jeans')).toEqual(['shirt']);
  expect(refused('avoid shirts and jeans')).toEqual(['shirt', 'jeans']);
  expect(refused('take off the jacket and put on a tee')).toEqual(['jacket']);
});
