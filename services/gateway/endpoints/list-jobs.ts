import { ask } from '@styling/bus';
import { jobStatus, limits, listJobs as listJobsQuery } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { cursorParameter, limitParameter } from '../http/query-parameters.ts';
import { releaseEnded } from '../jobs/find-job.ts';
import { jobRecord, jobRecordExample, toJobRecord } from '../jobs/job-record.ts';

const DEFAULT_PAGE = 20;

const query = z.object({
  status: jobStatus.optional().meta({ description: 'Only jobs in this state' }),
  limit: limitParameter,
  cursor: cursorParameter,
});

export const listJobs = defineEndpoint({
  id: 'listJobs',
  method: 'get',
  path: '/jobs',
  tag: 'Jobs',
  isPolled: true,
  summary: 'List your jobs',
  description: `The requests of the last 30 days to endpoints that count, with any of your keys, newest first; synchronous ones
too, but none that was refused. \`limit\` is ${DEFAULT_PAGE} by default; \`next_cursor\` is present if there are more: pass it as
\`cursor\` to get the next page.`,
  query,
  responses: {
    200: {
      description: 'The jobs',
      schema: z.object({ jobs: z.array(jobRecord), next_cursor: z.string().optional() }).meta({ id: 'Jobs' }),
      example: { jobs: [jobRecordExample] },
    },
  },
  async handle({ gateway, caller: { user_id }, request }) {
    const { status = null, limit = DEFAULT_PAGE, cursor = null } = parseFields(query, request.query);
    const page = await ask(gateway.bus, listJobsQuery, {
      user_id,
      status,
      limit: Math.min(limit, limits.pageSize),
      cursor,
    });
    await releaseEnded(gateway, page.jobs);
    return {
      jobs: page.jobs.map((job) => toJobRecord(job, gateway.progress.of(job.request_id))),
      ...(page.next_cursor !== null && { next_cursor: page.next_cursor }),
    };
  },
});
