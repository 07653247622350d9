import type { JobStatus } from '@styling/contracts';
import type { ColumnType } from 'kysely';

/** A request as recorded in the log; every column comes from there, so that a rebuilt table is identical. */
export type JobTable = {
  request_id: string;
  user_id: string;
  /** Key that it was made with. */
  key_id: string;
  endpoint: string;
  /** When the request arrived. */
  created_at: Date;
  /** null until `request.accepted`: then it is no job, and most never become one, as they were refused. */
  capability: string | null;
  deadline: Date | null;
  started_at: Date | null;
  cancel_requested_at: Date | null;
  completed_at: Date | null;
  /** Data of the first terminal event. */
  ending: unknown;
  /** Follows from the columns above. */
  status: ColumnType<JobStatus, never, never>;
};

/** The read model of the jobs service. */
export type JobsTables = {
  job: JobTable;
  /** Keys of erased users: what was requested with one has no row, whenever it arrives. */
  disowned_key: { key_id: string };
};
