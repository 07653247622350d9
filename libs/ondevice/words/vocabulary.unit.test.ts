import { describe, expect, test } from 'vitest';
import { clothColours } from '../garment/colour-names.ts';
import { garments } from '../garment/garments.ts';
import { kinds, type Language, languages, raws, wordsOf } from './lexicon.ts';
import { understandDescription } from './understand-description.ts';

/** Garments as "colour[/second] name [pattern]", in the order they are read. */
const read = (text: string) =>
  understandDescription(text).map(({ name, colour, secondColour, pattern, tie }) =>
    [[colour, pattern && secondColour].filter(Boolean).join('/'), name, pattern && `(${pattern})`, tie && 'with a tie']
      .filter(Boolean)
      .join(' '),
  );

describe('what people ask for', () => {
  test.each([
    ['red dress with white polka dots', ['red/white dress (dots)']],
    ['red dress in silk with white polka dots', ['red/white dress (dots)']],
    ['a dress with polka dots', ['dress (dots)']],
    ['a grey sweater with navy argyle and black jeans', ['grey/navy sweater (argyle)', 'black jeans']],
    ['a white shirt with blue gingham and grey trousers', ['white/blue shirt (check)', 'grey trousers']],
    ['a white shirt with navy pinstripes and grey trousers', ['white/navy shirt (pinstripes)', 'grey trousers']],
    [
      'a white shirt with vertical navy stripes and grey trousers',
      ['white/navy shirt (vertical stripes)', 'grey trousers'],
    ],
    ['white shirt with blue stripes and black jeans', ['white/blue shirt (stripes)', 'black jeans']],
    ['blue blazer with a striped shirt', ['blue blazer', 'shirt (stripes)']],
    ['denim overalls with a striped tee', ['denim overalls', 'tee (stripes)']],
    ['leopard print blouse', ['camel/black blouse (leopard)']],
    ['pink leopard skirt', ['pink/black skirt (leopard)']],
    ['zebra striped leggings', ['leggings (stripes)']],
    ['camouflage jacket', ['khaki/dark green jacket (camouflage)']],
    ['a camo t-shirt', ['khaki/dark green t-shirt (camouflage)']],
    ['paisley shirt', ['burgundy/cream shirt (paisley)']],
    ['tie-dye t-shirt', ['royal blue/white t-shirt (tie-dye)']],
    ['a football jersey in blue and white stripes', ['blue/white t-shirt (stripes)']],
    ['rugby shirt with stripes in green and white', ['green/white shirt (stripes)']],
    ['white shirt with red dots', ['white/red shirt (dots)']],
    ['a dress in black and white', ['black dress']],
    ['jeans in blue and white t-shirt', ['blue jeans', 'white t-shirt']],
    ['a striped shirt under navy overalls', ['shirt (stripes)', 'navy overalls']],
    ['a denim jacket in light blue', ['light blue denim jacket']],
    ['hawaiian shirt', ['shirt (floral)']],
    ['argyle sweater vest over a white shirt', ['sweater vest (argyle)']],
    ['a jumper with a turtleneck', ['jumper']],
    ['a sweater over a white shirt', ['sweater']],
    ['a white shirt under a navy sweater', ['navy sweater']],
    ['something in cashmere', ['sweater']],
    ['green pyjamas', ['green pyjamas', 'green pants']],
    ['scrubs', ['scrubs', 'pants']],
    ['an emerald green slip dress', ['emerald dress']],
    ['a shirt in white and black trousers', ['white shirt', 'black trousers']],
    ['a t-shirt in green and trousers in black', ['green t-shirt', 'black trousers']],
    ['t-shirt: green; trousers: black', ['green t-shirt', 'black trousers']],
    ['TOP: red tank top BOTTOM: blue shorts', ['red tank top', 'blue shorts']],
    ['navy & white breton top', ['navy/white top (stripes)']],
    ['please dress me in a black leather jacket and jeans', ['black leather jacket', 'jeans']],
    ['replace the t-shirt with a white blouse', ['white blouse']],
    ['change my shirt to red', ['red shirt']],
    ['remove the jacket, a red tee', ['red tee']],
    ['dark wash jeans', ['indigo jeans']],
    ['a sky-blue shirt', ['sky blue shirt']],
    ['no shirt', []],
    ['jeans, no shirt', ['jeans']],
    ['no shirt and blue jeans', ['blue jeans']],
    ['green sweater, no trousers', ['green sweater']],
    ['a shirt, not white', ['shirt']],
    ['white dress instead of trousers', ['white dress']],
    ['yellow raincoat', ['yellow raincoat']],
    ['navy peacoat over a white shirt', ['navy peacoat', 'white shirt']],
    ['black gilet and a grey hoodie', ['black gilet', 'grey hoodie']],
    ['green bomber', ['green bomber jacket']],
    ['black kimono', ['black kimono']],
    ['blue dungarees', ['blue overalls']],
    ['red windbreaker', ['red raincoat']],
    ['navy tracksuit', ['navy tracksuit', 'navy joggers']],
    ['grey suit', ['grey suit', 'white shirt with a tie', 'grey trousers']],
    ['navy suit with a light blue shirt', ['navy suit', 'light blue shirt with a tie', 'navy trousers']],
    ['navy suit with a white shirt and a green tie', ['navy suit', 'white shirt with a tie', 'navy trousers']],
    ['grey suit without a tie', ['grey suit', 'white shirt', 'grey trousers']],
    ['black suit with a turtleneck', ['black suit', 'turtleneck', 'black trousers']],
    ['grey suit with a black bow tie', ['grey suit', 'white shirt', 'grey trousers']],
    ['white shirt with a red tie', ['white shirt with a tie']],
    ['red tie and white shirt', ['white shirt with a tie']],
    ['white shirt and a black tie', ['white shirt with a tie']],
    ['corbata roja y camisa blanca', ['white shirt with a tie']],
    ['blue blazer with a tie', ['blue blazer', 'white shirt with a tie']],
    ['a blue tie', ['white shirt with a tie']],
    ['green sweater with a tie', ['green sweater']],
    ['navy cardi', ['navy cardigan']],
    ['red football shirt', ['red t-shirt']],
    ['tuxedo', ['tuxedo', 'white shirt with a tie', 'trousers']],
    ['camel coat, cream sweater and blue jeans', ['camel coat', 'cream sweater', 'blue jeans']],
  ])('given "%s", then %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('other languages', () => {
  test.each([
    ['wedding dress', ['vestido de novia', 'robe de mariée', 'Brautkleid', 'vestido de noiva', '婚纱']],
    [
      'green velvet dress',
      [
        'vestido verde de terciopelo',
        'robe verte en velours',
        'grünes Samtkleid',
        'vestido verde de veludo',
        '绿色丝绒连衣裙',
      ],
    ],
    [
      'denim jacket with gold buttons',
      [
        'chaqueta vaquera con botones dorados',
        'veste en jean avec des boutons dorés',
        'Jeansjacke mit goldenen Knöpfen',
      ],
    ],
    ['grey sweater with a high neck', ['jersey gris con cuello alto', 'grauer Pullover mit Rollkragen']],
    ['knit midi dress', ['vestido midi de punto', 'robe midi en maille', 'Midikleid aus Strick']],
    [
      'replace the shirt with a blue blouse',
      ['cambia la camisa por una blusa azul', 'ersetze das Hemd durch eine blaue Bluse', '把衬衫换成蓝色女衬衫'],
    ],
    ['brown trousers', ['un pantalon marron', 'pantalon marrón', 'braune hosen']],
    ['green dress', ['gruenes Kleid', 'vestido verde', '綠色連衣裙']],
  ])('given "%s" in another language, then it is the same', (english, others) => {
    for (const other of others) expect(understandDescription(other), other).toEqual(understandDescription(english));
  });

  test.each([
    ['un vestido rojo con lunares blancos', ['red/white dress (dots)']],
    ['camisa blanca y pantalones negros', ['white shirt', 'black trousers']],
    ['una chaqueta de cuero marrón con camiseta blanca', ['brown leather jacket', 'white t-shirt']],
    ['camiseta de rayas rojas y blancas', ['red/white t-shirt (stripes)']],
    ['abrigo azul marino sin mangas', ['navy coat']],
    ['une robe bleue à fleurs', ['blue dress (floral)']],
    ['pull gris et jean noir', ['grey sweater', 'black jeans']],
    ['chemise blanche sans cravate', ['white shirt']],
    ['une veste en cuir noire avec un t-shirt blanc', ['black leather jacket', 'white t-shirt']],
    ['un blazer navy avec t-shirt blanc', ['navy blazer', 'white t-shirt']],
    ['ein rotes Kleid mit weißen Punkten', ['red/white dress (dots)']],
    ['dunkelblauer Anzug mit weißem Hemd', ['navy suit', 'white shirt with a tie', 'navy trousers']],
    ['schwarze Lederjacke und graue Hose', ['black leather jacket', 'grey trousers']],
    ['ein gelber Regenmantel', ['yellow raincoat']],
    ['vestido vermelho com bolinhas brancas', ['red/white dress (dots)']],
    ['calças pretas e camisa branca', ['black trousers', 'white shirt']],
    ['casaco verde escuro', ['dark green coat']],
    ['黑色皮夹克和白色T恤', ['black leather jacket', 'white t-shirt']],
    ['红色连衣裙', ['red dress']],
    ['墨绿色礼服', ['dark green gown']],
    ['traje gris antracita con corbata granate', ['charcoal suit', 'white shirt with a tie', 'charcoal trousers']],
    ['une marinière et un pantalon kaki', ['long-sleeved top (stripes)', 'khaki trousers']],
    ['pull en cachemire gris', ['grey sweater']],
    ['ein cremefarbenes Hemd und eine olivgrüne Chinohose', ['cream shirt', 'olive chinos']],
    ['suéter de gola alta mostarda', ['mustard sweater']],
    ['蓝色牛仔裤配白衬衫', ['blue jeans', 'white shirt']],
    ['没有衬衫，黑色裤子', ['black trousers']],
  ])('given "%s", then %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('given a table in any language, then it has words for all that English has, and no word twice', () => {
    const [english] = languages as [Language];
    // "A jumper" is a sweater: other languages need one word for both.
    const meanings = (ids: object) => new Set(Object.keys(ids).map((id) => JSON.stringify(garments[id] ?? id)));
    for (const { name, words } of languages) {
      for (const kind of kinds.slice(0, kinds.indexOf('join')))
        expect(meanings(words[kind]), `${name}: ${kind}`).toEqual(meanings(english.words[kind]));
      for (const kind of kinds) {
        const all = Object.values(words[kind])
          .flatMap(wordsOf)
          .map((word) => raws(word).join(' '));
        expect(
          all.filter((word, k) => all.indexOf(word) !== k),
          `${name}: ${kind}`,
        ).toEqual([]);
      }
    }
    expect(Object.keys(english.words.garment)).toEqual(Object.keys(garments));
    expect(Object.keys(english.words.colour)).toEqual(Object.keys(clothColours));
  });

  test('given any word for a garment, then it is read as that garment, and colours and materials are as said', () => {
    for (const { name, words, nounFirst } of languages) {
      const [red] = wordsOf(words.colour.red);
      for (const [id, all] of Object.entries(words.garment))
        for (const word of wordsOf(all)) {
          const [first] = understandDescription(nounFirst ? `${word} ${red}` : `${red} ${word}`);
          expect([first?.name, first?.colour], `${name}: ${word}`).toEqual([id, 'red']);
        }
      const nouns = Object.values(words.garment).flatMap(wordsOf);
      const [shirt] = wordsOf(words.garment.shirt);
      for (const [id, all] of Object.entries(words.colour))
        for (const word of wordsOf(all).filter((one) => !nouns.includes(one))) {
          const [first] = understandDescription(nounFirst ? `${shirt} ${word}` : `${word} ${shirt}`);
          expect([first?.name, first?.colour], `${name}: ${word}`).toEqual(['shirt', id]);
        }
    }
  });
});

describe('colours that are no words of the vocabulary', () => {
  test.each([
    ['#ff0000 sweater', [255, 0, 0]],
    ['a sweater in #F00', [255, 0, 0]],
    ['rgb(0, 128, 255) sweater', [0, 128, 255]],
    ['sweater, rgb 0 128 255', [0, 128, 255]],
    ['a hsl(120 50% 50%) sweater', [64, 191, 64]],
    ['a rebeccapurple sweater', [102, 51, 153]],
    ['a cornflower blue sweater', [100, 149, 237]],
    ['suéter #00ff00', [0, 255, 0]],
    ['rgb（255，0，0）毛衣', [255, 0, 0]],
  ])('given "%s", then the sweater is %j', (text, colour) => {
    expect(understandDescription(text)).toMatchObject([{ name: 'sweater', colour }]);
  });
});
