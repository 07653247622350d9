import { defineEndpoint } from '../http/define-endpoint.ts';
import { jobIdOf, respondWithJob } from '../jobs/find-job.ts';
import { jobParams, jobRecord, jobRecordExample, toJobRecord } from '../jobs/job-record.ts';
import { cancelRequest } from '../requests/cancel-request.ts';

export const cancelJob = defineEndpoint({
  id: 'cancelJob',
  method: 'post',
  path: '/jobs/:id/cancel',
  tag: 'Jobs',
  summary: 'Cancel a job',
  description: `Asks for the end of a request to an endpoint that counts, a synchronous one too. Nothing is made for it any more, what
was made is deleted, and it does not count; a client that waits for its response gets a 409. Work that is about to finish may still
succeed, if it does so first. Can be repeated; a job that has ended stays as it is.`,
  params: jobParams,
  responses: {
    200: {
      description: 'It had ended before',
      schema: jobRecord,
      example: { ...jobRecordExample, status: 'succeeded', completed_at: '2026-01-02T03:04:16.789Z' },
    },
    202: {
      description: 'It ends soon, or has ended by now',
      schema: jobRecord,
      example: { ...jobRecordExample, cancel_requested_at: '2026-01-02T03:04:09.012Z' },
    },
  },
  errors: [['job_not_found']],
  async handle(call) {
    const { gateway, caller, request } = call;
    const asked = { user_id: caller.user_id, request_id: jobIdOf(request.params) };
    const job = await gateway.findJob(asked);
    if (job.ending) return toJobRecord(job);
    await cancelRequest(gateway, job);
    return respondWithJob(call, await gateway.findJob(asked));
  },
});
