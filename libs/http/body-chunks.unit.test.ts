import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { discardRest } from './body-chunks.ts';

it('reads over the rest of a body piece by piece, and counts what it reads', async () => {
  const request = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1_000))) as unknown as IncomingMessage;
  let discarded = 0;
  const memory = { grow: () => {}, discarded: (bytes: number) => (discarded += bytes) };
  discardRest(request, { maxBytes: 10_000, memory });
  let most = 0;
  while (!request.readableEnded) {
    const before = discarded;
    await turnOfTheLoop();
    most = Math.max(most, discarded - before);
  }
  expect([discarded, most]).toEqual([20_000, 1_000]);
});

it('ends a connection that sends far more than a body may have', async () => {
  const request = Readable.from(Array.from({ length: 60 }, () => Buffer.alloc(1_000))) as unknown as IncomingMessage;
  discardRest(request, { maxBytes: 10_000 });
  await expect.poll(() => request.destroyed).toBe(true);
  expect(request.readableEnded).toBe(false);
});
