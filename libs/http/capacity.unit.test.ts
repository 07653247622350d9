import { expect, test } from 'vitest';
import { Places } from './capacity.ts';

test('given a user has all of its places, then others still get theirs, until all are taken', () => {
  const places = new Places({ inAll: 3, byUser: 2 });
  const first = places.take('alice');
  places.take('alice');
  expect(() => places.take('alice')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  places.take('bob');
  expect(() => places.take('carol')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  places.take('carol');
  expect(() => places.take('alice')).toThrow(expect.objectContaining({ code: 'unavailable' }));
});
