import { outfitAdvice } from '@styling/contracts';
import { describe, expect, test } from 'vitest';
import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { understandDescription } from '../words/understand-description.ts';
import { type AdviceWish, adviseOutfits } from './advise-outfits.ts';

const warm: Appearance = {
  skin: { depth: 'light', undertone: 'warm' },
  hair: 'red',
  contrast: 'medium',
  wears: 'unknown',
};
const cool: Appearance = { ...warm, skin: { depth: 'light', undertone: 'cool' }, hair: 'black', contrast: 'high' };
const unseen: Appearance = { skin: null, hair: 'unknown', contrast: 'medium', wears: 'unknown' };

const advise = (wish: Partial<AdviceWish> = {}, who = warm) =>
  adviseOutfits(who, { preferences: '', occasion: '', count: 4, ...wish }).outfits;
const clothes = (wish: Partial<AdviceWish>, who = warm) => advise(wish, who).map(({ clothing }) => clothing);
/** What the try-on reads from a description; many wishes have the same outfits. */
const readings = new Map<string, ReturnType<typeof understandDescription>>();
function understand(clothing: string) {
  const understood = readings.get(clothing) ?? understandDescription(clothing);
  readings.set(clothing, understood);
  return understood;
}
const coloursOf = (clothing: string) =>
  understand(clothing).flatMap(({ colour, usualColour, secondColour }) => [colour ?? usualColour, secondColour]);
const namesOf = (clothing: string) => understand(clothing).map(({ name }) => name);

describe('occasions', () => {
  test.each([
    ['a job interview at a bank', /blazer|suit|shirt/],
    ['my cousin’s wedding', /blazer|suit/],
    ['beach holiday', /linen|shorts|t-shirt/],
    ['gym', /joggers|shorts|leggings/],
    ['hiking in winter', /parka|jacket|sweater|overcoat/],
  ])('given %s, then the first outfit is of that kind', (occasion, expected) => {
    expect(clothes({ occasion, count: 1 })[0]).toMatch(expected);
  });

  test('given a funeral, then nothing is bright', () => {
    const quiet: ColourName[] = ['black', 'charcoal', 'navy', 'dark grey', 'white', 'light grey'];
    for (const outfit of clothes({ occasion: 'funeral' }))
      expect(quiet).toEqual(expect.arrayContaining(coloursOf(outfit).filter(Boolean)));
  });

  test('given cold weather, then nobody is sent out in shorts', () => {
    for (const outfit of clothes({ occasion: 'winter walk' })) expect(outfit).not.toMatch(/shorts|linen|tank/);
  });

  test.each([
    [
      'summer wedding',
      ['boda de verano', 'mariage en été', 'Sommerhochzeit', 'casamento no verão', '夏天的婚礼', '夏天的婚禮'],
    ],
    [
      'job interview',
      ['entrevista de trabajo', 'un entretien d’embauche', 'Vorstellungsgespräch', 'entrevista de emprego', '面试'],
    ],
    ['office', ['la oficina', 'au bureau', 'im Büro', 'no escritório', '办公室']],
  ])('given %s in another language, then the outfits are the same, and nothing is left out', (occasion, others) => {
    for (const other of others) {
      const { outfits, approximations } = adviseOutfits(warm, { preferences: '', occasion: other, count: 3 });
      expect(outfits, other).toEqual(advise({ occasion, count: 3 }));
      expect(approximations, other).toEqual([]);
    }
  });

  test('given an occasion only among the preferences, then it counts, unless it is denied there', () => {
    expect(clothes({ preferences: 'gym' })[0]).toMatch(/joggers|shorts|leggings/);
    expect(advise({ preferences: 'not formal' }).map(({ style }) => style)).not.toContain('black tie');
  });
});

describe('preferences', () => {
  test.each<ColourName>(['emerald', 'purple', 'burgundy', 'mustard', 'light blue', 'black'])(
    'given the wish for %s, then it is in the first two outfits',
    (colour) => {
      const outfits = clothes({ preferences: `I love ${colour}`, occasion: 'date' });
      expect(coloursOf(outfits[0] ?? '')).toContain(colour);
      expect(coloursOf(outfits[1] ?? '')).toContain(colour);
    },
  );

  test.each([
    ['no black', ['black']],
    ['not red, please', ['red', 'dark red', 'burgundy']],
    ['blue not green', ['green', 'emerald', 'mint']],
    ['no red, black or navy', ['red', 'black', 'navy']],
    ["I don't wear white", ['white', 'ivory', 'cream']],
    ['no blue', ['blue', 'navy', 'denim', 'indigo', 'light blue']],
  ] as const)('given "%s", then none of it is worn on any occasion', (preferences, refused) => {
    for (const occasion of ['', 'wedding', 'party', 'brunch', 'office', 'gala'])
      for (const who of [warm, cool])
        for (const { clothing, items } of advise({ preferences, occasion }, who))
          for (const colour of refused) {
            expect(coloursOf(clothing)).not.toContain(colour);
            // Denim is a cloth too, which comes in black.
            if (colour !== 'denim') expect(items.join(' ')).not.toMatch(new RegExp(`\\b${colour}\\b`));
          }
  });

  test('given a wish after a refusal, then it still counts', () => {
    const outfits = clothes({ preferences: 'no black, emerald' });
    expect(coloursOf(outfits[0] ?? '')).toContain('emerald');
    expect(coloursOf(clothes({ preferences: 'no navy but lots of burgundy' })[0] ?? '')).toContain('burgundy');
  });

  test.each([
    ['minimal', /minimalist|casual/],
    ['edgy, rock', /edgy/],
    ['streetwear', /streetwear|casual/],
    ['bohemian', /bohemian/],
    ['sporty', /sporty|preppy|streetwear/],
    ['preppy', /preppy|casual/],
  ])('given the style %s, then the first outfit has it', (preferences, style) => {
    expect(advise({ preferences, occasion: 'weekend' })[0]?.style).toMatch(style);
  });

  test('given patterns, then they are worn, and plain clothes where that is asked', () => {
    for (const [preferences, pattern] of [
      ['stripes', 'stripes'],
      ['plaid', 'check'],
      ['polka dots', 'dots'],
    ] as const)
      expect(understand(clothes({ preferences })[0] ?? '').map((one) => one.pattern)).toContain(pattern);
    expect(clothes({ preferences: 'floral prints' })[0]).toContain('floral');
    for (const outfit of clothes({ preferences: 'no patterns', occasion: 'brunch' }))
      expect(outfit).not.toMatch(/striped|checked/);
    for (const outfit of clothes({ preferences: 'no stripes', occasion: 'brunch' }))
      expect(outfit).not.toContain('striped');
  });

  test.each(['blazer', 'jeans', 'hoodie', 'skirt', 'overcoat', 'cardigan', 'polo shirt'])(
    'given the wish for a %s, then the first outfit has it',
    (garment) => {
      expect(namesOf(clothes({ preferences: `something with ${garment}` })[0] ?? '')).toContain(garment);
    },
  );

  test.each([
    ['waistcoat', 'cardigan'],
    ['vest', 'cardigan'],
    ['coat', 'trench coat'],
    ['jumper', 'sweater'],
    ['pants', 'trousers'],
  ])('given a word that outfits do not use, %s, then a %s is meant', (word, meant) => {
    const worn = (preferences: string) =>
      ['', 'brunch', 'winter walk'].flatMap((occasion) => clothes({ preferences, occasion }).flatMap(namesOf));
    expect(namesOf(clothes({ preferences: `a ${word}` })[0] ?? '')).toContain(meant);
    expect(worn(`no ${word}`)).not.toContain(meant);
  });

  test('given a colour that the preferences want and the occasion refuses, then it is worn', () => {
    const [first] = clothes({ preferences: 'I love red', occasion: 'a party, but no red' });
    expect(coloursOf(first ?? '')).toContain('red');
  });

  test('given colours that the preferences refuse and the occasion wants, then they count for nothing', () => {
    const preferences = 'no red, yellow or pink';
    const refused: unknown[] = ['red', 'yellow', 'pink'];
    for (const colour of ['emerald', 'purple', 'burgundy', 'mustard', 'teal', 'light blue']) {
      const outfits = clothes({ preferences, occasion: `a party in red, yellow, pink and ${colour}` });
      expect(outfits).toEqual(clothes({ preferences, occasion: `a party in ${colour}` }));
      expect(outfits.flatMap(coloursOf).filter((worn) => refused.includes(worn))).toEqual([]);
    }
  });

  test.each(['blazer', 'jeans', 'trousers', 'shorts', 'shirt', 't-shirt', 'joggers', 'sweater'])(
    'given no %s, then nobody gets one',
    (garment) => {
      for (const occasion of ['', 'brunch', 'office', 'beach', 'gym', 'date'])
        for (const outfit of clothes({ preferences: `no ${garment}s`.replace(/ss$/, 's'), occasion }))
          expect(namesOf(outfit)).not.toContain(garment);
    },
  );

  test.each([
    'no trousers',
    'no pants',
    'trousers are not for me',
    'I never wear trousers',
    'a skirt rather than trousers',
    'sin pantalones',
    'pas de pantalon',
    'keine Hosen',
  ])('given "%s", then no long legs on any occasion', (preferences) => {
    for (const occasion of [
      '',
      'brunch',
      'office',
      'beach',
      'gym',
      'date',
      'wedding',
      'gala',
      'winter walk',
      'funeral',
    ])
      for (const outfit of clothes({ preferences, occasion }))
        expect(outfit).not.toMatch(/trousers|jeans|chinos|joggers|leggings|jumpsuit/);
  });

  test('given trousers refused and jeans wanted, then it is jeans', () => {
    for (const outfit of clothes({ preferences: 'no trousers, but jeans', occasion: 'brunch', count: 2 })) {
      expect(outfit).toContain('jeans');
      expect(outfit).not.toMatch(/trousers|chinos/);
    }
  });

  test('given wishes in another language, then they count', () => {
    expect(clothes({ preferences: 'vestido rojo', occasion: 'boda' })[0]).toMatch(/red .*(?:dress|gown)/);
    expect(coloursOf(clothes({ preferences: 'pas de noir', occasion: 'date' }).join(' and '))).not.toContain('black');
  });

  test('given a wish for dresses, then there are some; given a refusal, then none', () => {
    expect(clothes({ preferences: 'dresses', occasion: 'wedding' })[0]).toMatch(/dress|gown/);
    expect(clothes({ preferences: 'feminine', occasion: 'office' }).join()).toMatch(/dress|skirt/);
    expect(clothes({ preferences: 'no dresses, feminine', occasion: 'party' }).join()).not.toMatch(/dress|gown/);
    for (const preferences of ['no dresses', 'not feminine', 'menswear', 'a suit', 'jeans'])
      for (const occasion of ['wedding', 'gala', 'party'])
        expect(clothes({ preferences, occasion }).join()).not.toMatch(/dress |dress$|gown|skirt/);
  });

  test('given a festive occasion and nothing else to go by, then one of several outfits has a dress or a skirt, not the first', () => {
    const dressy = /dress|gown|skirt|jumpsuit/;
    for (const occasion of ['wedding', 'gala', 'party', 'date']) {
      const outfits = clothes({ occasion, count: 3 });
      expect(outfits.map((outfit) => dressy.test(outfit))).toEqual([false, false, true]);
      expect(clothes({ occasion, count: 2 }).join()).not.toMatch(dressy);
      expect(clothes({ occasion }, { ...warm, wears: 'trousers' }).join()).not.toMatch(dressy);
    }
    for (const occasion of ['', 'beach', 'brunch', 'office', 'gym'])
      expect(clothes({ occasion }).join()).not.toMatch(dressy);
  });

  test.each(['dress', 'skirt'] as const)('given somebody in a %s, then such outfits are among the others', (wears) => {
    for (const occasion of ['', 'office', 'brunch', 'wedding', 'date', 'travel']) {
      const outfits = clothes({ occasion }, { ...warm, wears }).map((outfit) =>
        /dress|gown|skirt|jumpsuit/.test(outfit),
      );
      expect(outfits).toContain(true);
      expect(outfits).toContain(false);
    }
  });

  test('given no leather, then there is none', () => {
    for (const { items } of advise({ preferences: 'no leather', occasion: 'party' }))
      expect(items.join()).not.toContain('leather');
  });

  test('given no tie, then the suit comes without one', () => {
    const suits = (preferences: string) =>
      advise({ preferences, occasion: 'interview' }).find(({ clothing }) => clothing.includes('suit jacket'));
    expect(suits('')?.items.join()).toContain('tie');
    expect(suits('a suit, but no ties')?.items.join()).not.toContain('tie');
  });

  test('given a dress code that sounds like a colour, then it is none', () => {
    expect(advise({ occasion: 'black tie gala', count: 1 })[0]?.description).not.toContain('you asked for');
  });

  test('given something the occasion does not call for, then it is given and that is said', () => {
    const [first] = advise({ preferences: 'hoodie, streetwear', occasion: 'wedding' });
    expect(first?.clothing).toContain('hoodie');
    expect(first?.description).toContain('your own taste');
  });
});

describe('appearance', () => {
  test('given people of different colouring, then they get different outfits', () => {
    const hairs = ['black', 'brown', 'red', 'blonde'] as const;
    const people = (['very light', 'light', 'intermediate', 'tan', 'brown', 'dark'] as const).flatMap((depth) =>
      (['cool', 'neutral', 'warm'] as const).flatMap((undertone) =>
        hairs.map((hair): Appearance => ({ ...warm, skin: { depth, undertone }, hair })),
      ),
    );
    const answers = people.map((who) => clothes({ occasion: 'date', count: 3 }, who).join('; '));
    const alike = answers.map((one) => answers.filter((other) => other === one).length);
    // Neighbours in depth may share an answer, but nobody that of a crowd.
    expect(Math.max(...alike)).toBeLessThanOrEqual(people.length / 9);
    expect(new Set(answers).size).toBeGreaterThan(people.length / 4);
  });
  test('given nobody could be made out, then there is advice all the same', () => {
    expect(advise({}, unseen)).toHaveLength(4);
  });
});

test('given any wish, then the try-on understands every garment that is advised, in its colour', () => {
  const preferences = [
    '',
    'jeans',
    'no jeans',
    'skirt, plaid',
    'feminine floral',
    'all pink',
    'no blue, shorts',
    'chinos and stripes',
  ];
  const people = [warm, cool, unseen];
  for (const [i, occasion] of ['', 'wedding', 'office', 'beach', 'winter', 'gym', 'funeral', 'party'].entries())
    for (const [k, wish] of preferences.entries())
      for (const { clothing, items } of advise({ occasion, preferences: wish }, people[(i + k) % people.length])) {
        const understood = understand(clothing);
        const worn = items.slice(0, understood.length);
        expect(clothing.split(/ with an? | and (?!\w+(?: \w+)? (?:striped|checked|polka-dot) )/)).toEqual(worn);
        understood.forEach(({ name, colour, usualColour }, j) => {
          expect(worn[j]).toMatch(new RegExp(`\\b${name}$`));
          if (colour) expect(worn[j]).toMatch(new RegExp(`^${colour}\\b`));
          else expect(usualColour).toBe('denim');
        });
      }
});

test.each([
  ['', '', []],
  ['my best friend’s wedding in June', 'elegant, no black', []],
  ['asdfgh', '', ['occasion_not_understood']],
  ['a wedding with asdfgh', '', ['occasion_not_understood']],
  ['🎉', '', ['occasion_not_understood']],
  ['フォーマル', 'qwertz', ['occasion_not_understood', 'wishes_not_understood']],
  ['boda', 'sin negro, asdfgh', ['wishes_not_understood']],
])('given the occasion "%s" and the wishes "%s", then %j is told', (occasion, preferences, told) => {
  expect(adviseOutfits(warm, { occasion, preferences, count: 1 }).approximations).toEqual(told);
});

describe('the answer', () => {
  const strange = [
    '',
    '   ',
    '👗🔥💃'.repeat(50),
    'x'.repeat(1000),
    'no '.repeat(333),
    'Robe rouge pour un mariage',
    '結婚式のための服',
    'фиолетовое платье',
    '<script>$1</script> {accent} {{}}',
    Object.keys(clothColours)
      .map((name) => `no ${name}`)
      .join(', '),
    'no blazer, no suits, no shirts, no t-shirts, no jeans, no trousers, no dresses, no sweaters, no jackets, no coats',
  ];

  /** The wish as preferences, as the occasion, and as both. */
  const either = strange.flatMap((text) => [
    ...['', 'wedding', 'gym', text].map((occasion) => ({ preferences: text, occasion })),
    { preferences: '', occasion: text },
  ]);

  test.each([
    [1, either.slice(0, 15)],
    [3, either.slice(15, 30)],
    [4, either],
  ])('given a count of %d, then so many different outfits', (count, wishes) => {
    for (const wish of wishes) {
      const outfits = advise({ ...wish, count });
      expect(outfits).toHaveLength(count);
      expect(new Set(outfits.map(({ clothing }) => clothing)).size).toBe(count);
      expect(new Set(outfits.map(({ description }) => description)).size).toBe(count);
    }
  });

  test('given the same wish again, then the outfits are the same', () => {
    for (const preferences of strange) expect(advise({ preferences })).toEqual(advise({ preferences }));
  });

  test('given any wish, then every suggestion is complete and fits the contract', () => {
    for (const text of strange)
      for (const outfit of advise({ preferences: text, occasion: 'party' })) {
        expect(outfitAdvice.parse(outfit)).toMatchObject({ style: outfit.style });
        expect(outfit.items.length).toBeGreaterThanOrEqual(3);
        expect(outfit.items.length).toBeLessThanOrEqual(5);
        expect(outfit.description).toMatch(/^[A-Z][^{}]+\. [A-Z][^{}]+\.$/);
        expect(outfit.description + outfit.items.join()).not.toMatch(/undefined|null|\{/);
      }
  });
});
