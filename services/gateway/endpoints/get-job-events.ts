import type { ServerResponse } from 'node:http';
import type { StoredJob } from '@styling/contracts';
import { z } from 'zod';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { jobIdOf } from '../jobs/find-job.ts';
import { jobParams } from '../jobs/job-params.ts';
import { jobRecordExample, toJobRecord, versionOf } from '../jobs/job-record.ts';
import { watchJob } from '../jobs/watch-job.ts';

/** Proxies close connections on which nothing is sent for a minute or so. */
const PING_EVERY_MS = 15_000;
/** When a client whose connection was lost connects again, in ms. */
const RETRY_MS = 1_000;
/** A client that takes no more than this is cut off. */
const UNREAD_BYTES = 65_536;

const eventOf = (id: number, job: object): string => `event: job\nid: ${id}\ndata: ${JSON.stringify(job)}\n\n`;

export const getJobEvents = defineEndpoint({
  id: 'getJobEvents',
  method: 'get',
  path: '/jobs/:id/events',
  tag: 'Jobs',
  counted: false,
  isPolled: true,
  summary: 'Follow a job',
  description: `Server-sent events: \`job\` with the whole job, as it is now and then whenever it or its progress has changed, until it has ended. A
client that connects again misses no state, at whatever gateway. With the \`Last-Event-ID\` of a job that has ended the response is
204, after which a browser's \`EventSource\` does not connect again.`,
  params: jobParams,
  responses: {
    200: {
      description: 'The events',
      mediaType: 'text/event-stream',
      schema: z.string(),
      example: eventOf(2, jobRecordExample),
    },
    204: { description: 'The client has its last event already' },
  },
  errors: [['job_not_found']],
  async stream(call) {
    const { gateway, request, response } = call;
    const request_id = jobIdOf(request.params);
    using watch = gateway.watches.begin(call);
    let ping: NodeJS.Timeout | undefined;
    let latest: StoredJob | undefined;
    const sendState = () => {
      if (!latest) return;
      send(response, eventOf(versionOf(latest), toJobRecord(latest, gateway.progress.of(request_id))));
    };
    const endProgress = gateway.progress.subscribe(request_id, sendState);
    try {
      for await (const job of watchJob(call, request_id, watch)) {
        if (!ping) {
          if (hasHad(request.get('last-event-id'), job)) {
            response.writeHead(204).end();
            return;
          }
          response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
          response.write(`retry: ${RETRY_MS}\n\n`);
          ping = setInterval(() => send(response, ': ping\n\n'), PING_EVERY_MS);
        }
        latest = job;
        sendState();
        if (request.method === 'HEAD') break;
      }
    } finally {
      clearInterval(ping);
      endProgress();
    }
    response.end();
  },
});

const hasHad = (lastEventId: string | undefined, job: StoredJob): boolean =>
  job.ending !== null && lastEventId === String(versionOf(job));

function send(response: ServerResponse, text: string): void {
  if (response.writableLength > UNREAD_BYTES) response.destroy();
  else response.write(text);
}
