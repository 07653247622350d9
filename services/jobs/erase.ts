import { eraseCommand, readModelVariables } from '@styling/projections';
import { readConfig } from '@styling/service';
import { sql } from 'kysely';
import { jobProjection } from './job-projection.ts';

// The rows went when the projection processed that the user's keys were disowned.
await eraseCommand(
  jobProjection,
  () => readConfig(readModelVariables, process.env),
  async ({ db }, user_id) => {
    const { rows } = await sql<{ jobs_left: number }>`
      select count(*)::integer as jobs_left from job where user_id = ${user_id}`.execute(db);
    return { ...rows[0] };
  },
);
