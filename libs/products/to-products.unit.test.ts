import { product } from '@styling/contracts';
import { describe, expect, it } from 'vitest';
import { toProducts } from './to-products.ts';

const listing = { title: 'Hat', urls: ['https://a.example/1'] };

describe('products', () => {
  it('given little, leave the rest empty, and conform to the contract', () => {
    const [only] = toProducts([listing]);
    expect(product.parse(only)).toEqual({
      title: 'Hat',
      url: 'https://a.example/1',
      thumbnail: '',
      price: '',
      store: '',
      snippet: '',
    });
  });

  it.each([
    ['javascript:alert(1)'],
    ['https://user:pass@a.example'],
    [`https://a.example/${'x'.repeat(2_100)}`],
    ['http://127.0.0.1:9/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://[::ffff:10.0.0.1]/'],
    ['http://printer.local/'],
    [undefined],
    [7],
  ])('given the address %s, are dropped, or take the next address', (url) => {
    expect(toProducts([{ ...listing, urls: [url] }])).toEqual([]);
    expect(toProducts([{ ...listing, urls: [url, 'http://b.example/'] }])).toMatchObject([
      { url: 'http://b.example/' },
    ]);
    expect(toProducts([{ ...listing, thumbnail: url }])).toMatchObject([{ thumbnail: '' }]);
  });

  it.each([[undefined], [''], [' '], [7], ['<b></b>']])('given the title %j, are dropped', (title) => {
    expect(toProducts([{ ...listing, title }])).toEqual([]);
  });

  it.each(['https://a.example/?api_key=s3cret+key', 'https://a.example/?k=s3cret%2Bkey'])(
    'with our own key in the address %s, are dropped',
    (url) => {
      expect(toProducts([{ ...listing, urls: [url, 'https://b.example/'] }], ['s3cret+key'])).toMatchObject([
        { url: 'https://b.example/' },
      ]);
    },
  );

  it('have texts of bounded length', () => {
    const long = 'x'.repeat(5_000);
    const [only] = toProducts([{ ...listing, title: long, price: long, store: long, snippet: long }]);
    expect([only?.title, only?.price, only?.store, only?.snippet].map((text) => text?.length)).toEqual([
      200, 40, 80, 300,
    ]);
  });
});
