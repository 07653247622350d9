import { describe, expect, it } from 'vitest';
import { shortenedJson } from './shortened-json.ts';

const shown = (value: unknown) => JSON.parse(shortenedJson(value, (characters) => `${characters} left out`));

describe('JSON to read', () => {
  it('given pictures in base64, at any depth, then their length stands for them', () => {
    const picture = Buffer.alloc(3000, 7).toString('base64');
    expect(shown({ outfits: [{ image_base64: picture, style: 'casual' }], image_base64: `${picture}` })).toEqual({
      outfits: [{ image_base64: '4000 left out', style: 'casual' }],
      image_base64: '4000 left out',
    });
  });

  it.each([
    ['a long sentence', 'a camel coat over a white shirt, '.repeat(20)],
    ['an address', `https://example.com/${'a'.repeat(300)}`],
    ['an id', 'img_0123456789abcdef01234567'],
    ['an empty picture', ''],
  ])('given %s, then it stays', (_, member) => expect(shown({ member })).toEqual({ member }));
});
