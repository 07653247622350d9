import { expect, test } from 'vitest';
import { readOrder } from './read-order.ts';

const order = (text: string, reference = false) => {
  try {
    const { wanted, approximations } = readOrder(text, { reference });
    return [...wanted.map(({ name }) => name), ...approximations];
  } catch (error) {
    const { code, parameters } = error as { code: string; parameters: object };
    const { field: _, ...rest } = parameters as { field: string };
    return { code, ...rest };
  }
};

test.each([
  ['a cozy blue sweater', ['sweater']],
  ['something burgundy', ['top']],
  ['a sweater, cream coloured', ['sweater']],
  ['white shirt and black details', ['shirt']],
  ['jeans and white sneakers', ['jeans', 'accessories_left_out']],
  ['white shirt and a bow tie', ['shirt', 'accessories_left_out']],
  ['white shirt and a tie', ['shirt']],
  ['green sweater with a tie', ['sweater', 'accessories_left_out']],
  ['a coat and no hat', ['coat']],
  ['ripped jeans and a tee with a picture of a cat', ['jeans', 'tee', 'details_left_out']],
  ['a lace dress and sandals', ['dress', 'accessories_left_out', 'details_left_out']],
  ['vestido de encaje blanco', ['dress', 'details_left_out']],
  ['a dress, no lace', ['dress']],
  ['a dress with cap sleeves', ['dress']],
  ['a black and gold dress', ['dress', 'details_left_out']],
  ['a dress in black and gold', ['dress', 'details_left_out']],
  ['a dress in black and gold stripes', ['dress']],
  ['jeans in blue and white t-shirt', ['jeans', 't-shirt']],
  ['a red shirt and blue trousers', ['shirt', 'trousers']],
  ['a sweater over a white shirt', ['sweater', 'garment_left_out']],
  ['a dress, no swimsuit', ['dress']],
  ['band tee', ['tee', 'details_left_out']],
  ['camiseta de una banda', ['t-shirt', 'details_left_out']],
  ['ein Bandshirt', ['t-shirt', 'details_left_out']],
  ['a sweater with reindeer', ['sweater', 'details_left_out']],
  ['a printed dress', ['dress', 'details_left_out']],
  ['una camisa estampada', ['shirt', 'details_left_out']],
  ['a floral print dress', ['dress']],
  ['rote Trachtenjacke', ['jacket', 'details_left_out']],
  ['#12345 shirt', ['shirt', 'details_left_out']],
  ['un flurb rojo', { code: 'garment_not_understood', part: 1, parts: 1 }],
  ['ein roter Flurb', { code: 'garment_not_understood', part: 1, parts: 1 }],
  ['红色的龘', { code: 'garment_not_understood', part: 1, parts: 1 }],
  ['hello world', { code: 'no_garment_understood' }],
  ['no shirt', { code: 'no_garment_understood' }],
  ['a red flurb', { code: 'garment_not_understood', part: 1, parts: 1 }],
  ['blue shirt, red trousers, a green zorp', { code: 'garment_not_understood', part: 3, parts: 3 }],
  ['a swimsuit', { code: 'garment_not_dressed', category: 'swimwear' }],
  ['jeans and a bra', { code: 'garment_not_dressed', category: 'underwear' }],
  ['un bañador rojo', { code: 'garment_not_dressed', category: 'swimwear' }],
  ['红色泳衣', { code: 'garment_not_dressed', category: 'swimwear' }],
  ['white sneakers', { code: 'garment_not_dressed', category: 'footwear' }],
  ['a red sari', { code: 'garment_not_dressed', category: 'draped cloth' }],
  ['a hat', { code: 'garment_not_dressed', category: 'headwear' }],
])('given "%s", then %j', (text, expected) => {
  expect(order(text)).toEqual(expected);
});

test('given a reference, then it may show what the description does not name', () => {
  expect(order('this flurb', true)).toEqual([]);
  expect(order('a bikini', true)).toMatchObject({ code: 'garment_not_dressed' });
});
