import type { StoredJob } from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { EventStream, serverSentEvent } from '../http/event-stream.ts';
import { watchJob } from '../jobs/find-job.ts';
import { jobParams, jobRecordExample, toJobRecord, versionOf } from '../jobs/job-record.ts';

export const getJobEvents = defineEndpoint({
  id: 'getJobEvents',
  method: 'get',
  path: '/jobs/:id/events',
  tag: 'Jobs',
  isPolled: true,
  summary: 'Follow a job',
  description: `Server-sent events: \`job\` with the whole job, as it is now and then whenever it or its progress has changed, until it has ended. A
client that connects again misses no state, at whatever gateway. With the \`Last-Event-ID\` of a job that has ended the response is
204, after which a browser's \`EventSource\` does not connect again.`,
  params: jobParams,
  success: {
    description: 'The events',
    mediaType: 'text/event-stream',
    schema: z.string(),
    example: serverSentEvent('job', 2, jobRecordExample),
  },
  nothing: 'The client has its last event already',
  async stream(call, { id: request_id }) {
    const { gateway, request, response } = call;
    using watch = gateway.watches.begin(call);
    let stream: EventStream | undefined;
    let latest: StoredJob | undefined;
    const sendState = () => {
      if (!latest) return;
      stream?.send(serverSentEvent('job', versionOf(latest), toJobRecord(latest, gateway.progress.of(request_id))));
    };
    const endProgress = gateway.progress.subscribe(request_id, sendState);
    try {
      for await (const job of watchJob(call, request_id, watch)) {
        if (!stream) {
          if (hasHad(request.get('last-event-id'), job)) {
            response.writeHead(204).end();
            return;
          }
          stream = new EventStream(response);
        }
        latest = job;
        sendState();
        if (request.method === 'HEAD') break;
      }
    } finally {
      stream?.[Symbol.dispose]();
      endProgress();
    }
    response.end();
  },
});

const hasHad = (lastEventId: string | undefined, job: StoredJob): boolean =>
  job.ending !== null && lastEventId === String(versionOf(job));
