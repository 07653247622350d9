import { eraseCommand, readModelVariables } from '@styling/projections';
import { readConfig } from '@styling/service';
import { jobProjection } from './job-projection.ts';

// The rows went when the projection processed that the user's keys were disowned.
await eraseCommand(
  jobProjection,
  () => readConfig(readModelVariables, process.env),
  async ({ db }, user_id) => {
    const { left } = await db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    return { jobs_left: Number(left) };
  },
);
