import { consumeEvents, notify, readLog } from '@styling/bus';
import {
  type Capability,
  EVENTS_STREAM,
  limits,
  logConsumers,
  type Progress,
  type ReportProgress,
  subjects,
} from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { failRequest, handleRequest } from './handle-request.ts';
import { type Accepted, type CapabilityDependencies, DEFAULT_ACK_WAIT_SECONDS, type Perform } from './work.ts';

/** Maximum wait of a stop for running jobs: longer than the slowest request. */
const GRACE_MS = 120_000;

/** How far back a new consumer and the cancels begin: beyond any request and the sweep's grace, not all of the log. */
const LOOK_BACK_MS = limits.cancelAfterSeconds * 1000 + 15 * 60_000;

/** Works on the accepted requests of a capability, `concurrency` at once in this process; `stop` finishes the jobs that run. */
export async function serveCapability(
  deps: CapabilityDependencies,
  name: Capability,
  concurrency: number,
  perform: Perform,
) {
  const { bus, store } = deps;
  const work = logConsumers.work(name);
  const cancellations = followCancellations(deps, name, LOOK_BACK_MS);
  const reports = progressReports((id, progress) => notify(bus, 'request.progressed', id, progress));
  const consumption = await consumeEvents(bus, {
    ...work,
    concurrency,
    ackWaitMs: deps.ackWaitMs ?? DEFAULT_ACK_WAIT_SECONDS * 1000,
    startAt: () => new Date(deps.clock().getTime() - LOOK_BACK_MS),
    log: deps.log,
    handle: async (event, delivery) => {
      if (event.type !== 'request.accepted') return;
      using reporting = reports.begin(event.data.request_id);
      using cancelling = cancellations.watch(event.data, delivery.signal);
      const { signal } = cancelling;
      await handleRequest(deps, name, perform, event, { ...delivery, signal, progress: reporting.report });
    },
    onGivenUp: async (event) => {
      if (event.type === 'request.accepted') await failRequest(deps, name, event.data, new ServiceError('internal'));
    },
  });
  return {
    needs: {
      JetStream: () => bus.jsm.consumers.info(EVENTS_STREAM, work.durable),
      // No object has this name: the answer is that there is none.
      'object store': () => store.head(objectNames.input('none')),
    },
    async stop() {
      await consumption.stop({ graceMs: GRACE_MS });
      reports.stop();
      await cancellations.stop();
    },
  };
}

/** Follows a capability's cancels since `lookBackMs` ago, beyond any request: a worker that takes over knows them. */
export function followCancellations(deps: CapabilityDependencies, capability: Capability, lookBackMs: number) {
  const { bus, clock, log } = deps;
  /** When each cancel was asked for, in ms, the oldest first. */
  const asked = new Map<string, number>();
  const running = new Map<string, Set<AbortController>>();
  const stopping = new AbortController();

  const cancel = (requestId: string, at: number) => {
    asked.set(requestId, at);
    for (const controller of running.get(requestId) ?? []) controller.abort(new ServiceError('canceled'));
    for (const [old, time] of asked) {
      if (time >= clock().getTime() - lookBackMs) break;
      asked.delete(old);
    }
  };
  const since = () => new Date(clock().getTime() - lookBackMs);
  const options = { name: `${capability}-cancellations`, filter: subjects.cancelRequests(capability), since, log };
  const following = (async () => {
    for await (const batch of readLog(bus, { ...options, after: 0, signal: stopping.signal })) {
      for (const { event } of batch) {
        if (event?.type === 'request.cancel_requested') cancel(event.data.request_id, Date.parse(event.time));
      }
    }
  })();
  following.catch((error) => log.error({ err: error }, 'reading cancel requests failed'));

  return {
    /**
     * A signal for the work on a request, until it is disposed of: aborted with `leaving`, when the request is
     * cancelled, before or meanwhile (`canceled`), and at the deadline of a request whose work ends there
     * (`deadline_exceeded`).
     */
    watch(request: Accepted, leaving: AbortSignal): Disposable & { readonly signal: AbortSignal } {
      const { request_id, deadline, cancel_at_deadline } = request;
      const controller = new AbortController();
      const others = running.get(request_id) ?? new Set();
      running.set(request_id, others.add(controller));
      if (asked.has(request_id)) controller.abort(new ServiceError('canceled'));
      const expire = () => controller.abort(new ServiceError('deadline_exceeded'));
      const left = Math.max(0, Date.parse(deadline) - clock().getTime());
      const timer = cancel_at_deadline ? setTimeout(expire, left) : undefined;
      return {
        signal: AbortSignal.any([leaving, controller.signal]),
        [Symbol.dispose]() {
          clearTimeout(timer);
          others.delete(controller);
          if (others.size === 0) running.delete(request_id);
        },
      };
    },
    async stop() {
      stopping.abort();
      await following.catch(() => undefined);
    },
  };
}

/** Delay in which reports are collected, in ms. */
const TOGETHER_MS = 250;

/** Publishes the latest progress of all requests together, as each gateway gets every report; drops backward steps. */
export function progressReports(publish: (requestId: string, progress: Progress) => void) {
  const due = new Map<string, Progress>();
  let timer: NodeJS.Timeout | undefined;
  const publishAll = () => {
    timer = undefined;
    for (const [requestId, progress] of due) publish(requestId, progress);
    due.clear();
  };
  return {
    begin(requestId: string): Disposable & { readonly report: ReportProgress } {
      let last = -1;
      return {
        report(stage, fraction) {
          if (!(fraction > last)) return;
          last = fraction;
          due.set(requestId, { stage, fraction: Math.min(1, fraction) });
          timer ??= setTimeout(publishAll, TOGETHER_MS);
        },
        [Symbol.dispose]: () => void due.delete(requestId),
      };
    },
    stop: () => clearTimeout(timer),
  };
}
