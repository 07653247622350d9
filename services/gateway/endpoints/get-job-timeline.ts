import { endpoint, httpStatus, latencyMs, requestId, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { knownRequestRecord, storyOf } from '@styling/timeline';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { jobParams } from '../jobs/job-record.ts';

/** Cost of a read of the log, in reads. */
const COST = 25;

const step = z
  .object({
    what: z.string().meta({ description: '`received`, or the type of an event' }),
    time: timestamp,
    ms: z.number().int().meta({ description: 'Since the request arrived' }),
    took_ms: z.number().int().meta({ description: 'Since the step before' }),
    by: z.string().meta({ description: 'Part of the service that reported it' }),
    detail: z.string().optional(),
  })
  .meta({ id: 'TimelineStep' });

const timeline = z
  .object({
    job_id: requestId,
    endpoint,
    status: httpStatus.nullable().meta({ description: 'Of its outcome, null while it runs' }),
    latency_ms: latencyMs.nullable(),
    steps: z.array(step),
  })
  .meta({ id: 'Timeline' });

export const getJobTimeline = defineEndpoint({
  id: 'getJobTimeline',
  method: 'get',
  path: '/jobs/:id/timeline',
  summary: 'What happened to a job, and when',
  description: `Every event of a request to an endpoint that counts and of its images, in order. Times are those of the parts of the
service that report them. It is read from the log, which costs as much as ${COST} other reads.`,
  params: jobParams,
  success: {
    description: 'The timeline',
    schema: timeline,
    example: {
      job_id: 'req_0123456789abcdef01234567',
      endpoint: '/try_on_outfit',
      status: 200,
      latency_ms: 11_111,
      steps: [
        { what: 'received', time: '2026-01-02T03:04:05.678Z', ms: 0, took_ms: 0, by: 'gateway' },
        { what: 'request.accepted', time: '2026-01-02T03:04:05.701Z', ms: 23, took_ms: 23, by: 'gateway' },
        { what: 'request.started', time: '2026-01-02T03:04:05.712Z', ms: 34, took_ms: 11, by: 'tryon' },
        {
          what: 'request.completed',
          time: '2026-01-02T03:04:16.789Z',
          ms: 11_111,
          took_ms: 11_077,
          by: 'tryon',
          detail: '200',
        },
      ],
    },
  },
  async handle({ gateway, caller: { user_id }, turn }, { id: request_id }) {
    const { created_at, completed_at } = await gateway.findJob({ user_id, request_id });
    turn?.charge(COST);
    const record = await knownRequestRecord(gateway.bus, {
      request_id,
      user_id,
      received_at: new Date(created_at),
      completed_at: completed_at === null ? null : new Date(completed_at),
    });
    const story = storyOf(record);
    if (!story) throw new ServiceError('internal', {}, { cause: new Error('a job without events') });
    const { endpoint, status, latency_ms } = story;
    const steps = story.steps.map(({ seq: _, ...step }) => step);
    return { job_id: request_id, endpoint, status, latency_ms, steps };
  },
});
