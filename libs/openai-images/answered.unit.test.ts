import type { ObjectStore } from '@styling/objectstore';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answered } from './answered.ts';
import { dialects } from './dialect.ts';
import type { Server } from './server.ts';

test('given a server whose model has an odd name, then what is kept and logged of it is short, in ASCII, without secrets', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const store = { get: async () => null, put: async () => {} } as unknown as ObjectStore;
  const find = async () => ({ dialect: dialects.other, model: `größe sk-abcdefgh1234\n${'x'.repeat(1_000_000)}` });
  const server = { endpoint: { isPaid: false }, find } as unknown as Server;
  const { model } = await answered({ store, log, clock: () => new Date() }, server, 'x-', async () => new Uint8Array());
  expect(model).toMatch(/^gretokenx+$/);
  expect(model).toHaveLength(100);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ model });
});
