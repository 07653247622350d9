import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLabels } from './read-labels.ts';

const table = (items: string) => `name\tpackage\tfile\tsha256\titems\nann\tfaces@1.0.0\tann.jpg\t0a1b\t${items}\n`;

test('given a line, then the photograph and its items are read', () => {
  expect(readLabels(table('outerwear: black/charcoal ; top/dress: white'))).toEqual([
    {
      photograph: { name: 'ann', package: 'faces@1.0.0', file: 'ann.jpg', sha256: '0a1b' },
      items: [
        { categories: ['outerwear'], colours: ['black', 'charcoal'] },
        { categories: ['top', 'dress'], colours: ['white'] },
      ],
    },
  ]);
});

test.each(['cape: black', 'top: blackish', 'top'])('given the item %s, then it is an error', (item) => {
  expect(() => readLabels(table(item))).toThrow(`ann has ${item}`);
});

test('given the held-out portraits, then every line is read', () => {
  expect(readLabels(readFileSync(new URL('held-out.tsv', import.meta.url), 'utf8'))).toHaveLength(50);
});
