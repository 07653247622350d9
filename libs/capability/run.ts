import { answerQueries, busAccess, connectBus, consumeEvents, notify } from '@styling/bus';
import { type Capability, describeProviders, EVENTS_STREAM, limits, logConsumers } from '@styling/contracts';
import { connectObjectStore, objectNames } from '@styling/objectstore';
import { type Running, runService, ServiceError } from '@styling/service';
import { followCancellations } from './cancellations.ts';
import type { CapabilityDependencies } from './dependencies.ts';
import { failRequest } from './end-request.ts';
import { handleRequest, type Perform } from './handle-request.ts';
import type { Providers } from './providers/providers.ts';
import { progressReports } from './report-progress.ts';
import {
  type CapabilityConfig,
  type capabilityVariables,
  DEFAULT_ACK_WAIT_SECONDS,
  readCapabilityConfig,
} from './variables.ts';

/** How long a stop waits for running jobs, in ms: longer than the slowest request. */
const GRACE_MS = 120_000;

/** When the first provider is warmed: services that are started beside this one are not held up. */
const WARM_AFTER_MS = 3_000;

/**
 * How far back a consumer that is created (again) and the cancel requests begin, in ms: longer than any request may take and
 * the sweep's grace. From the start of the log the consumer would repeat every request ever accepted.
 */
const LOOK_BACK_MS = limits.cancelAfterSeconds * 1000 + 15 * 60_000;

/** Opens a capability; `close` ends what it opened besides its providers. */
export type OpenCapability<Schema extends typeof capabilityVariables> = (
  config: CapabilityConfig<Schema>,
  clients: CapabilityDependencies,
) => Promise<{
  readonly providers: Pick<Providers<unknown>, 'all' | 'concurrency' | 'details' | 'close'>;
  readonly perform: Perform;
  close?(): Promise<void>;
}>;

/** Runs a capability's process (see `runService`): connects to bus and object store, opens it and serves its requests. */
export const runCapability = <Schema extends typeof capabilityVariables>(
  name: Capability,
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
  open: OpenCapability<Schema>,
): Promise<void> =>
  runService(
    name,
    () => readCapabilityConfig(variables, environment),
    async (config, log) => {
      const bus = await connectBus({ ...busAccess(config, name), log });
      const store = connectObjectStore(config);
      const clients = { bus, store, log, clock: () => new Date(), ackWaitMs: config.ACK_WAIT_SECONDS * 1000 };
      const { providers, perform, close } = await open(config, clients);
      const described = providers.all.map(({ name, models, abilities }) => ({ name, models: [...models], abilities }));
      const answers = answerQueries(bus, describeProviders[name], async () => ({ providers: described }), {
        queue: name,
        log,
      });
      const service = await serveCapability(clients, name, providers.concurrency, perform);
      setTimeout(() => providers.all[0]?.warm?.(), WARM_AFTER_MS).unref();
      return {
        details: providers.details,
        needs: service.needs,
        async stop() {
          await answers.stop();
          await service.stop();
          await close?.();
          await providers.close();
          await bus.close();
          store.close();
        },
      };
    },
  );

/**
 * Works on the accepted requests of a capability, `concurrency` at once in this process.
 *
 * @returns a Running whose stop finishes the jobs that run
 */
export async function serveCapability(
  deps: CapabilityDependencies,
  name: Capability,
  concurrency: number,
  perform: Perform,
): Promise<Pick<Required<Running>, 'needs' | 'stop'>> {
  const { bus, store } = deps;
  const cancellations = followCancellations(deps, name, LOOK_BACK_MS);
  const reports = progressReports((id, progress) => notify(bus, 'request.progressed', id, progress));
  const consumption = await consumeEvents(bus, {
    ...logConsumers.work(name),
    concurrency,
    ackWaitMs: deps.ackWaitMs ?? DEFAULT_ACK_WAIT_SECONDS * 1000,
    maxDeliver: 5,
    backoffMs: [500, 2_000, 5_000, 10_000],
    startAt: () => new Date(deps.clock().getTime() - LOOK_BACK_MS),
    log: deps.log,
    handle: async (event, delivery) => {
      if (event.type !== 'request.accepted') return;
      const { report: progress, end } = reports.begin(event.data.request_id);
      await cancellations
        .during(event.data, delivery.signal, (signal) =>
          handleRequest(deps, name, perform, event, { ...delivery, signal, progress }),
        )
        .finally(end);
    },
    onGivenUp: async (event) => {
      if (event.type === 'request.accepted') await failRequest(deps, name, event.data, new ServiceError('internal'));
    },
  });
  return {
    needs: {
      JetStream: () => bus.jsm.consumers.info(EVENTS_STREAM, logConsumers.work(name).durable),
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
