import { expect, test } from 'vitest';
import { clothesLikeHair } from './clothes-like-hair.ts';
import { label } from './labels.ts';

const black = 0;
const red = 4000;
/** 60 pixels of hair and 40 of clothes. */
const labels = Uint8Array.from({ length: 100 }, (_, i) => (i < 60 ? label.hair : label.top));
const coloured = (clothes: number) => Uint16Array.from({ length: 100 }, (_, i) => (i < 60 ? black : clothes));

test('given much hair in the colours of the clothes, then it may be clothes', () => {
  expect(clothesLikeHair(labels, coloured(black), () => true)).toBe(true);
});

test('given clothes of another colour, then it is hair', () => {
  expect(clothesLikeHair(labels, coloured(red), () => true)).toBe(false);
});

test('given less hair that was followed than clothes, then it is hair', () => {
  expect(clothesLikeHair(labels, coloured(black), (i) => i < 30)).toBe(false);
});
