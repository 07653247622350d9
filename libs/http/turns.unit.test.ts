import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { ClientDisconnected } from './read-json-body.ts';
import { Turns } from './turns.ts';

let turns: Turns;
/** The requests that have got their turn, in order. */
let begun: string[];
beforeEach(() => {
  turns = new Turns({ atOnce: 2, waiting: 2, waitMs: 200 });
  begun = [];
});

const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;
async function take(user: string, name: string, of = response()): Promise<Disposable> {
  const turn = await turns.take(user, of);
  begun.push(name);
  return turn;
}
const settled = () => sleep(0);

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

test('given too many that wait, then another is refused at once', async () => {
  const running = [await take('a', 'a1'), await take('a', 'a2')];
  const waiting = [take('a', 'a3'), take('a', 'a4')];
  await expect(take('a', 'a5')).rejects.toMatchObject({ code: 'unavailable', cause: { name: 'CapacityError' } });
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
  await expect(take('a', 'late')).rejects.toMatchObject({ code: 'unavailable' });
  const next = take('a', 'next');
  running[Symbol.dispose]();
  await next;
  expect(begun).toEqual(['a1', 'a2', 'next']);
});

test('given a user whose turns are over, then all of them are free again', async () => {
  for (let round = 0; round < 3; round++) {
    const both = [await take('a', 'x'), await take('a', 'x')];
    for (const turn of both) turn[Symbol.dispose]();
  }
  expect(begun).toHaveLength(6);
});
