import { converter } from 'culori';
import { expect, test } from 'vitest';
import { type ColourName, clothColours, nameColour } from './colour-names.ts';

const toRgb = converter('rgb');

test.each(Object.entries(clothColours))('given the colour of %s itself, then that is its name', (name, rgb) => {
  expect(nameColour(rgb)).toBe(name);
});

test.each([
  [[255, 255, 255], 'white'],
  [[250, 10, 20], 'red'],
  [[10, 12, 40], 'navy'],
  [[95, 97, 100], 'dark grey'],
  [[222, 104, 69], 'orange'],
  [[24, 33, 64], 'navy'],
  [[240, 119, 98], 'coral'],
  [[14, 6, 26], 'black'],
  [[40, 26, 12], 'black'],
  [[63, 39, 26], 'dark brown'],
  [[92, 122, 140], 'denim'],
  [[67, 119, 179], 'blue'],
  [[45, 21, 24], 'black'],
  [[54, 80, 99], 'charcoal'],
  [[163, 196, 208], 'light blue'],
] as const)('given %j, then the nearest name is %s', (rgb, name) => {
  expect(nameColour(rgb)).toBe(name);
});

// Names that others gave: the colour keywords of CSS Color 4 that are words for clothes too.
test.each<[string, ColourName]>([
  ['red', 'red'],
  ['crimson', 'red'],
  ['firebrick', 'red'],
  ['darkred', 'dark red'],
  ['orangered', 'orange'],
  ['darkorange', 'orange'],
  ['orange', 'orange'],
  ['yellow', 'yellow'],
  ['goldenrod', 'mustard'],
  ['lime', 'green'],
  ['limegreen', 'green'],
  ['green', 'green'],
  ['forestgreen', 'green'],
  ['mediumseagreen', 'green'],
  ['darkolivegreen', 'olive'],
  ['olive', 'olive'],
  ['teal', 'teal'],
  ['turquoise', 'turquoise'],
  ['cyan', 'turquoise'],
  ['skyblue', 'sky blue'],
  ['lightblue', 'light blue'],
  ['dodgerblue', 'blue'],
  ['royalblue', 'royal blue'],
  ['steelblue', 'blue'],
  ['navy', 'navy'],
  ['darkblue', 'navy'],
  ['midnightblue', 'navy'],
  ['rebeccapurple', 'purple'],
  ['mediumpurple', 'purple'],
  ['purple', 'purple'],
  ['lavender', 'lavender'],
  ['deeppink', 'hot pink'],
  ['hotpink', 'pink'],
  ['lightpink', 'light pink'],
  ['sienna', 'rust'],
  ['peru', 'camel'],
  ['ivory', 'ivory'],
  ['wheat', 'cream'],
  ['black', 'black'],
  ['dimgray', 'dark grey'],
  ['gray', 'grey'],
  ['silver', 'light grey'],
  ['whitesmoke', 'white'],
  ['white', 'white'],
])('given the colour that CSS calls %s, then it is called %s', (keyword, name) => {
  const { r, g, b } = toRgb(keyword) ?? { r: 0, g: 0, b: 0 };
  expect(nameColour([r * 255, g * 255, b * 255])).toBe(name);
});
