import { eraseCommand, readModelVariables } from '@styling/projections';
import { sql } from 'kysely';
import { feedProjection } from './feed-projection.ts';

// The projection removed the rows when the keys were disowned; here those of a webhook made at that moment.
await eraseCommand(feedProjection, readModelVariables, process.env, async ({ db }, user_id) => {
  await sql`delete from webhook where user_id = ${user_id}`.execute(db);
  const { rows } = await sql<{ events_left: number }>`
    select count(*)::integer as events_left from user_event where user_id = ${user_id}`.execute(db);
  return { ...rows[0] };
});
