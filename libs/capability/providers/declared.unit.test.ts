import { describe, expect, it } from 'vitest';
import { orderOf, routeList } from './declared.ts';

describe('STYLING_PROVIDER', () => {
  it.each([
    ['ondevice', [{ name: 'ondevice' }]],
    ['replicate,ondevice', [{ name: 'replicate' }, { name: 'ondevice' }]],
    [
      ' replicate:3 , ondevice:1 ',
      [
        { name: 'replicate', weight: 3 },
        { name: 'ondevice', weight: 1 },
      ],
    ],
  ])('%j is read', (text, routes) => {
    expect(routeList.parse(text)).toEqual(routes);
  });

  it.each([
    '',
    ',',
    'other',
    'replicate,',
    'replicate:0',
    'replicate:1.5',
    'replicate:',
    'ondevice,ondevice',
    'Replicate',
  ])('%j is refused', (text) => {
    expect(routeList.safeParse(text).success).toBe(false);
  });
});

describe('the order of a request', () => {
  const names = (routes: readonly { name: string; weight?: number }[], key: string) =>
    orderOf(routes, key).map(({ name }) => name);
  const keys = Array.from({ length: 4_000 }, (_, number) => `req_${number}`);

  it('given no weights, is as listed', () => {
    for (const key of keys.slice(0, 50)) expect(names([{ name: 'a' }, { name: 'b' }], key)).toEqual(['a', 'b']);
  });

  it('given weights, shares requests in proportion, the same for the same request', () => {
    const routes = [{ name: 'a', weight: 3 }, { name: 'b', weight: 1 }, { name: 'c' }];
    const firsts = keys.map((key) => names(routes, key)[0]);
    expect(firsts.filter((name) => name === 'a').length / keys.length).toBeCloseTo(0.75, 1);
    expect(firsts).not.toContain('c');
    expect(keys.map((key) => names(routes, key)[0])).toEqual(firsts);
  });

  it('given weights, has every other one as a fallback, as listed', () => {
    const routes = [{ name: 'a' }, { name: 'b', weight: 1 }, { name: 'c' }];
    expect(names(routes, 'x')).toEqual(['b', 'a', 'c']);
  });
});
