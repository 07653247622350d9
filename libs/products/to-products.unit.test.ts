import { product } from '@styling/contracts';
import { plainText } from '@styling/providers';
import { describe, expect, it } from 'vitest';
import { normaliseQuery, searchKey } from './search-key.ts';
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
    ['data:text/html,x'],
    ['//a.example'],
    ['https://user:pass@a.example'],
    [`https://a.example/${'x'.repeat(2_100)}`],
    ['http://127.0.0.1:9/'],
    ['http://0x7f.1/'],
    ['http://2130706433/'],
    ['http://0177.0.0.1/'],
    ['http://10.0.0.1/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://[::1]/'],
    ['http://[::ffff:10.0.0.1]/'],
    ['http://localhost/'],
    ['http://localhost./'],
    ['http://printer.local/'],
    ['http://metadata.google.internal./'],
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

  it('are five at most, of those that can be used', () => {
    const titles = ['', ...'abcdefg'].map((title) => ({ title, urls: [`https://a.example/${title}`] }));
    expect(toProducts(titles).map(({ title }) => title)).toEqual([...'abcde']);
  });

  it('of the same address come once', () => {
    expect(
      toProducts([listing, { ...listing, title: 'Hat again' }, { ...listing, urls: ['https://b.example/'] }]),
    ).toMatchObject([{ title: 'Hat' }, { url: 'https://b.example/' }]);
  });

  it.each(['https://a.example/?api_key=s3cret+key', 'https://a.example/?k=s3cret%2Bkey'])(
    'with our own key in the address %s, are dropped',
    (url) => {
      expect(toProducts([{ ...listing, urls: [url, 'https://b.example/'] }], ['s3cret+key'])).toMatchObject([
        { url: 'https://b.example/' },
      ]);
    },
  );

  it('keep a price that is a number', () => {
    expect(toProducts([{ ...listing, price: 19.9 }])).toMatchObject([{ price: '19.9' }]);
  });

  it('have texts of bounded length', () => {
    const long = 'x'.repeat(5_000);
    const [only] = toProducts([{ ...listing, title: long, price: long, store: long, snippet: long }]);
    expect([only?.title, only?.price, only?.store, only?.snippet].map((text) => text?.length)).toEqual([
      200, 40, 80, 300,
    ]);
  });
});

describe('plain text', () => {
  it.each([
    ['<b>Red</b> hat &amp; scarf', 'Red hat & scarf'],
    ['a<script>alert(1)</script>b', 'a b'],
    ['a<script>alert(1)', 'a'],
    ['&lt;img src=x onerror=alert(1)&gt; hat', 'hat'],
    ['&#60;b&#x3e;hat', 'hat'],
    ['hat <img src=x', 'hat'],
    ['<!-- x -->hat', 'hat'],
    ['under < 20 $ and > 5 $', 'under < 20 $ and > 5 $'],
    ['a\u0000\n\tb', 'a b'],
    ['\u202ehat\u200b', 'hat'],
    ['\ud83d hat', '\ufffd hat'],
    ['&unknown; &#9999999; x', '&unknown; x'],
  ])('of %j is %j', (text, expected) => {
    expect(plainText(text, 100)).toBe(expected);
  });

  it('is cut between characters, not inside of them', () => {
    expect(plainText('👒👒👒', 2)).toBe('👒…');
  });
});

describe('queries', () => {
  it.each([
    ['  Red\n HAT ', 'red hat'],
    ['ｒｅｄ', 'red'],
    ['\u0000', ''],
    ['x'.repeat(500), 'x'.repeat(120)],
  ])('of %j are %j', (query, expected) => {
    expect(normaliseQuery(query)).toBe(expected);
  });

  it('are kept apart by provider, and never in words', () => {
    const keys = [searchKey('hat', ['a']), searchKey('hat', ['a', 'b']), searchKey('cap', ['a'])];
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{64}$/);
  });
});
