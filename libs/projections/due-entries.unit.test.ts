import { anImageCreated } from '@styling/testing';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { dueEntries, eventsOf, type Projection, positionAfter } from './projection.ts';

const db = {} as Kysely<unknown>;
const projection: Projection<unknown> = { name: 'tally', sources: [], tables: [], apply: async () => {} };
const entries = [
  ...[1, 2, 3].map((seq) => ({ seq, id: `event-${seq}`, event: anImageCreated(seq) })),
  { seq: 4, id: 'event-4', event: null },
];

it('given events that are not due any more, then the others are left, and all positions', async () => {
  const left = await dueEntries(
    db,
    { ...projection, due: async (_, events) => events.filter(({ seq }) => seq === 2) },
    entries,
  );
  expect(eventsOf(left)).toEqual([entries[1]]);
  expect(left.map(({ seq, id }) => [seq, id])).toEqual(entries.map(({ seq, id }) => [seq, id]));
  expect(positionAfter(left, 0)).toEqual({ seq: 4, id: 'event-4' });
});

it('given a projection that does not say, then all are due', async () => {
  expect(await dueEntries(db, projection, entries)).toBe(entries);
});
