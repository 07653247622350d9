import { eventStream } from './event-stream.ts';
import type { Job } from './generated/types.gen.ts';
import { type CallOptions, call, requestOf, type Settings } from './transport.ts';

/** Of a long poll, seconds: below the idle timeouts of proxies. */
const POLL_SECONDS = 25;

/** Whether a job has ended: its response can be fetched. */
export const hasEnded = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

/** How a job is followed. */
export type FollowOptions = Pick<CallOptions, 'signal'> & {
  /** Whether its progress is wanted too, for which there are server-sent events; default: its status only, by long polls. */
  readonly progress?: boolean;
};

/**
 * A job as it is now, and again whenever it has changed, until it has ended. Connections that are lost are made again.
 *
 * @throws ApiError, ConnectionError when the service does not respond for longer than retries take; the reason of `signal`
 */
export async function* followJob(settings: Settings, id: string, options: FollowOptions): AsyncGenerator<Job> {
  const { signal, progress = false } = options;
  let wait = progress ? 1 : POLL_SECONDS;
  while (true) {
    let streamed = false;
    if (progress) {
      for await (const job of eventsOf(settings, id, signal)) {
        yield job;
        if (hasEnded(job)) return;
        streamed = true;
      }
    }
    // Where events do not get through, every change of status still does.
    if (progress) wait = streamed ? 1 : Math.min(POLL_SECONDS, wait * 4);
    const input = { path: { id }, query: { wait } };
    const { body } = await call(settings, 'getJob', input, { signal, jobId: id, waitMs: wait * 1000 });
    yield body;
    if (hasEnded(body)) return;
  }
}

/** The events of a job, until the connection ends, for whatever reason. */
async function* eventsOf(settings: Settings, id: string, signal: AbortSignal | undefined): AsyncGenerator<Job> {
  for await (const { data } of eventStream(settings, requestOf(settings, 'getJobEvents', { path: { id } }), signal)) {
    if (data !== undefined) yield JSON.parse(data) as Job;
  }
}
