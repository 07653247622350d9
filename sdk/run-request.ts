import { StylingError, TimeoutError } from './errors.ts';
import { eventStream } from './event-stream.ts';
import type { Job, OutfitAnalysis } from './generated/types.gen.ts';
import { pause } from './retry.ts';
import {
  type Answer,
  type Approximate,
  type Body,
  call,
  type Input,
  type Output,
  POLL_SECONDS,
  requestOf,
  type Settings,
  type Signalled,
} from './transport.ts';

/** An endpoint that makes something, and counts toward the daily limit. */
export type CountedId = 'tryOnOutfit' | 'generateImage' | 'styleMe' | 'analyzeOutfit';

/** How to wait for the response of a request. */
export type WaitOptions = {
  /** Ends the wait, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of the call, retries and pauses included, in ms; default: five minutes. */
  readonly timeoutMs?: number | undefined;
  /** Called with the job at first, then whenever its status or its `progress` has changed. */
  readonly onProgress?: ((job: Job) => void) | undefined;
  /** Whether the job is cancelled when `signal` or `timeoutMs` ends the wait; default: it goes on. */
  readonly cancelOnAbort?: boolean | undefined;
};

/** How to send a request that makes something. */
export type RunOptions = WaitOptions & {
  /** Sent with every try, so that it is done once; default: a new random one. With one of yours it can be repeated for a day. */
  readonly idempotencyKey?: string | undefined;
  /** Seconds after which the service cancels the work, 5 to 3600; default: the time limit of the service. */
  readonly cancelAfterSeconds?: number | undefined;
};

/** Any response of a request that makes something. */
export type JobResponse = WithApproximations<Extract<Answer<'getJobResponse'>, { status: 200 }>['body']>;
/** The response of one of them. */
export type Result<Id extends CountedId> = WithApproximations<Exclude<Output<Id>, Job>>;
/** A response with pictures says of them what is in its headers, too. */
type WithApproximations<Body> = Body extends OutfitAnalysis ? Body : Body & Approximate;

/** How a job is followed. */
export type FollowOptions = Signalled & {
  /** Whether its progress is wanted too, for which there are server-sent events; default: its status only, by long polls. */
  readonly progress?: boolean;
};

const DEFAULT_TIMEOUT_MS = 300_000;
const CANCEL_WITHIN_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Sends a request that makes something as a job, and waits for its response.
 *
 * @param read makes the body, once the time has begun
 * @param newKey a random `Idempotency-Key`
 * @throws ApiError, ConnectionError, TimeoutError; the reason of the signal
 */
export function runRequest<Id extends CountedId>(
  settings: Settings,
  id: Id,
  read: (signal: AbortSignal) => Promise<Body<Id>>,
  newKey: () => string,
  options: RunOptions = {},
): Promise<Result<Id>> {
  return withinTime(settings, options, async (signal, watch) => {
    const { cancelAfterSeconds, idempotencyKey = newKey() } = options;
    const headers = {
      'Idempotency-Key': idempotencyKey,
      Prefer: 'respond-async',
      ...(cancelAfterSeconds !== undefined && { 'Cancel-After': `${cancelAfterSeconds}s` }),
    };
    const input = { body: await read(signal), headers } as Input<Id>;
    const answer = await call(settings, id, input, { signal, repeatable: true });
    if (answer.status !== 202) return resultOf(answer as Finished) as Result<Id>;
    const job = answer.body as Job;
    watch(job);
    return (await responseOf(settings, job.job_id, options, signal, watch)) as Result<Id>;
  });
}

/**
 * Waits for the response of a job.
 *
 * @throws ApiError, ConnectionError, TimeoutError; the reason of the signal
 */
export const awaitResponse = (settings: Settings, jobId: string, options: WaitOptions = {}): Promise<JobResponse> =>
  withinTime(settings, options, (signal, watch) => responseOf(settings, jobId, options, signal, watch), jobId);

type Watch = (job: Job) => void;

async function responseOf(
  settings: Settings,
  jobId: string,
  { onProgress }: WaitOptions,
  signal: AbortSignal,
  watch: Watch,
): Promise<JobResponse> {
  let last: Job | undefined;
  for await (const job of followJob(settings, jobId, { signal, progress: onProgress !== undefined })) {
    last = job;
    watch(job);
  }
  while (true) {
    // A job can fail with a code that would be worth a retry, were it not that of the job.
    const options = { signal, jobId, finalCode: last?.error?.code };
    const answer = await call(settings, 'getJobResponse', { path: { id: jobId } }, options);
    if (answer.status === 200) return resultOf(answer);
    await pause(RETRY_MS, signal);
  }
}

type Finished = Extract<Answer<'getJobResponse'>, { status: 200 }>;

const resultOf = ({ body, approximations }: Finished): JobResponse =>
  'items' in body ? body : { ...body, approximations };

/** Bounds a wait in time, and words its end. */
async function withinTime<T>(
  settings: Settings,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, onProgress, cancelOnAbort = false }: WaitOptions,
  wait: (signal: AbortSignal, watch: Watch) => Promise<T>,
  jobId?: string,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let latest: Job | undefined;
  try {
    return await wait(either, (job) => {
      latest = job;
      onProgress?.(job);
    });
  } catch (error) {
    const id = latest?.job_id ?? jobId;
    if (either.aborted && cancelOnAbort && id && !(latest && hasEnded(latest))) await cancel(settings, id);
    if (either.aborted && !signal?.aborted && !(error instanceof StylingError)) {
      throw new TimeoutError(`no response within ${timeoutMs / 1000} s`, { cause: error, jobId: id });
    }
    throw error;
  }
}

/** The caller has stopped waiting: a failed cancellation is not reported. */
function cancel(settings: Settings, id: string): Promise<unknown> {
  const options = { repeatable: true, signal: AbortSignal.timeout(CANCEL_WITHIN_MS) };
  return call(settings, 'cancelJob', { path: { id } }, options).catch(() => undefined);
}

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

/** Whether a job has ended: its response can be fetched. */
const hasEnded = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';
