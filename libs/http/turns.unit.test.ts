import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { ClientDisconnected } from './body-chunks.ts';
import { type Turn, Turns } from './capacity.ts';

let turns: Turns;
/** The requests that have got their turn, in order. */
let begun: string[];
beforeEach(() => {
  vi.useFakeTimers();
  turns = new Turns({ atOnce: 2, perSecond: 10, waiting: 2, waitMs: 5_000 }, () => Date.now());
  begun = [];
  return () => vi.useRealTimers();
});

const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
async function take(user: string, name: string, of = response()): Promise<Turn> {
  const turn = await turns.take(user, of);
  begun.push(name);
  return turn;
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('given as many turns as a user may have, then further ones wait in order, and those of others do not', async () => {
  const first = await take('a', 'a1');
  await take('a', 'a2');
  const third = take('a', 'a3');
  void take('a', 'a4');
  await take('b', 'b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  (await third)[Symbol.dispose]();
  await settled();
  expect(begun.at(-1)).toBe('a4');
});

test('given turns that end at once, then a second of them begin at once, and the rest at their pace', async () => {
  const one = async (name: string) => (await take('a', name))[Symbol.dispose]();
  for (let turn = 0; turn < 11; turn++) await one('burst');
  const late = [one('late'), one('late')];
  await vi.advanceTimersByTimeAsync(99);
  expect(begun).toHaveLength(11);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(12);
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(late);
  // After a pause there are as many at once again.
  await vi.advanceTimersByTimeAsync(2_000);
  for (let turn = 0; turn < 11; turn++) await one('burst');
  expect(begun).toHaveLength(24);
});

test('given a turn that is charged for more, then the next wait for as many, at most a second', async () => {
  const turn = await take('a', 'a1');
  for (let part = 0; part < 10; part++) turn.charge(100);
  turn[Symbol.dispose]();
  const next = take('a', 'a2');
  await vi.advanceTimersByTimeAsync(99);
  expect(begun).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(1);
  await next;
});

test('given too many that wait, then another is refused at once', async () => {
  const running = [await take('a', 'a1'), await take('a', 'a2')];
  const waiting = [take('a', 'a3'), take('a', 'a4')];
  await expect(take('a', 'a5')).rejects.toMatchObject({ code: 'unavailable', cause: { message: 'at capacity' } });
  for (const turn of running) turn[Symbol.dispose]();
  await Promise.all(waiting);
});

test('given one that waits, when its client disconnects, then it is out of the queue', async () => {
  const running = await take('a', 'a1');
  await take('a', 'a2');
  const [gone, late] = [response(), response()];
  const waiting = take('a', 'gone', gone);
  const next = take('a', 'next');
  gone.emit('close');
  await expect(waiting).rejects.toThrow(ClientDisconnected);
  running[Symbol.dispose]();
  await next;
  expect(begun).toEqual(['a1', 'a2', 'next']);
  await expect(take('a', 'late', Object.assign(late, { closed: true }))).rejects.toThrow(ClientDisconnected);
});

test('given turns that do not end, then one that waits is refused when its time is up, and its place is free', async () => {
  const running = await take('a', 'a1');
  await take('a', 'a2');
  const refused = expect(take('a', 'late')).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  const next = take('a', 'next');
  running[Symbol.dispose]();
  await next;
  expect(begun).toEqual(['a1', 'a2', 'next']);
});

test('given a user who has done nothing for a while, then nothing of it is kept', async () => {
  (await take('a', 'a1'))[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
