import { eraseCommand } from '@styling/projections';
import { sql } from 'kysely';
import { variables } from './config.ts';
import { jobProjection } from './job-projection.ts';

// The rows went when the projection processed that the user's keys were disowned.
await eraseCommand(jobProjection, variables, process.env, async ({ db }, user_id) => {
  const { rows } = await sql<{ jobs_left: number }>`
    select count(*)::integer as jobs_left from job where user_id = ${user_id}`.execute(db);
  return { ...rows[0] };
});
