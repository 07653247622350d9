import { z } from 'zod';
import { jobRecordExample } from './job-record.ts';

/** Parameters of the path of a job. */
export const jobParams = z.object({
  id: z.string().meta({
    description: 'Job id: the `X-Request-Id` of the request that it is',
    examples: [jobRecordExample.job_id],
  }),
});
