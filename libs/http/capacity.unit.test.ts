import { ServiceError } from '@styling/service';
import { expect, test } from 'vitest';
import { Capacity, Places } from './capacity.ts';

test('given room, then it can be taken up to the limit, and taken again once given back', () => {
  const capacity = new Capacity(10);
  const share = capacity.take(6);
  share.grow(4);
  expect(capacity.held).toBe(10);
  share[Symbol.dispose]();
  expect(capacity.held).toBe(0);
  expect(() => capacity.take(10)).not.toThrow();
});

test('given no room, then what is asked for is refused, and what was held stays held', () => {
  const capacity = new Capacity(10);
  const share = capacity.take(6);
  expect(() => share.grow(5)).toThrow(ServiceError);
  expect(() => capacity.take(5)).toThrow('Service temporarily unavailable');
  expect(capacity.held).toBe(6);
});

test('given a share that was given back, when it is given back again, then nothing changes', () => {
  const capacity = new Capacity(10);
  const [first, second] = [capacity.take(3), capacity.take(4)];
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(capacity.held).toBe(4);
  second[Symbol.dispose]();
  expect(capacity.held).toBe(0);
});

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
