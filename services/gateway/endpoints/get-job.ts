import type { StoredJob } from '@styling/contracts';
import { parseFields } from '@styling/http';
import { z } from 'zod';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { waitParameter } from '../http/query-parameters.ts';
import { jobIdOf, watchJob } from '../jobs/find-job.ts';
import { jobParams, jobRecord, jobRecordExample, toJobRecord } from '../jobs/job-record.ts';

const query = z.object({
  wait: waitParameter.meta({ description: 'Waits until the job changes, or so many seconds, before it responds' }),
});

export const getJob = defineEndpoint({
  id: 'getJob',
  method: 'get',
  path: '/jobs/:id',
  tag: 'Jobs',
  isPolled: true,
  summary: 'Get the state of a job',
  description: `A request to an endpoint that counts, as it is now; with \`wait\` when it changes, at once if it has ended. Jobs are
kept for 30 days.`,
  params: jobParams,
  query,
  responses: { 200: { description: 'The job', schema: jobRecord, example: jobRecordExample } },
  errors: [['job_not_found']],
  async handle(call) {
    const { gateway, caller, request } = call;
    const { wait = 0 } = parseFields(query, request.query);
    const request_id = jobIdOf(request.params);
    const job =
      wait === 0
        ? await gateway.findJob({ user_id: caller.user_id, request_id })
        : await changedJob(call, request_id, wait * 1000);
    return toJobRecord(job, gateway.progress.of(request_id));
  },
});

/** The job once it has changed, at once if it has ended; as it was if it does not change within `waitMs`. */
async function changedJob(call: Call, request_id: string, waitMs: number): Promise<StoredJob> {
  using watch = call.gateway.watches.begin(call);
  const timer = setTimeout(() => watch.close(), waitMs);
  let first: StoredJob | undefined;
  try {
    for await (const job of watchJob(call, request_id, watch)) {
      if (first) return job;
      first = job;
    }
  } finally {
    clearTimeout(timer);
  }
  if (!first) throw new Error('a watch without a first look');
  return first;
}
