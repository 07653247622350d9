import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Completed, Created } from './environment.ts';

type Entry = { readonly seq: number; readonly event: Created | Completed };

/** Both kinds of rows and their checkpoint in one statement, which does nothing unless the checkpoint is where it was. */
const PROJECT = `
  with moved as (update floor.lean_checkpoint set seq = $2 where seq = $1 returning 1),
    images as (
      insert into floor.lean_image select * from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[])
      where exists (select from moved) on conflict do nothing
    ), requests as (
      insert into floor.lean_request select * from unnest($7::text[], $8::text[], $9::timestamptz[], $10::int[])
      where exists (select from moved) on conflict do nothing
    )
  select 1`;

const LINGER_MS = 20;

/** Writes what arrives in batches, one after the other. */
export function projectRows(database: pg.Client): (entry: Entry) => void {
  let arrived: Entry[] = [];
  let checkpoint = 0;
  let underWay = false;

  async function flush(): Promise<void> {
    underWay = true;
    for (; arrived.length > 0; await sleep(LINGER_MS)) {
      const batch = arrived;
      arrived = [];
      const created = batch.flatMap(({ event }) => ('image_id' in event ? [event] : []));
      const completed = batch.flatMap(({ event }) => ('latency_ms' in event ? [event] : []));
      const last = batch.at(-1)?.seq ?? checkpoint;
      const values = [
        checkpoint,
        last,
        created.map(({ image_id }) => image_id),
        created.map(({ user_id }) => user_id),
        created.map(({ object }) => object),
        created.map(({ created_at }) => created_at),
        completed.map(({ request_id }) => request_id),
        completed.map(({ key_id }) => key_id),
        completed.map(({ received_at }) => received_at),
        completed.map(({ latency_ms }) => latency_ms),
      ];
      await database.query({ name: 'lean-project', text: PROJECT, values });
      checkpoint = last;
    }
    underWay = false;
  }
  return (entry) => {
    arrived.push(entry);
    if (!underWay) void flush();
  };
}
