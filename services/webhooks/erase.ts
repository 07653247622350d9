import { eraseCommand, readModelVariables } from '@styling/projections';
import { readConfig } from '@styling/service';
import { feedProjection } from './feed-projection.ts';

// The rows went when the projection processed that the user's keys were disowned; here those of a webhook that was made at that moment.
await eraseCommand(
  feedProjection,
  () => readConfig(readModelVariables, process.env),
  async ({ db }, user_id) => {
    await db.deleteFrom('webhook').where('user_id', '=', user_id).execute();
    const { left } = await db
      .selectFrom('user_event')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    return { events_left: Number(left) };
  },
);
