import { expect, test } from 'vitest';
import { sides } from './negations.ts';

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
] as const)('given "%s", then %j is affirmed and %j denied', (text, affirmed, denied) => {
  const split = sides(text);
  for (const word of affirmed) {
    expect(split.said).toContain(word);
    expect(split.denied).not.toContain(word);
  }
  for (const word of denied) {
    expect(split.denied).toContain(word);
    expect(split.said).not.toContain(word);
  }
});
