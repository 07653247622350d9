import { consumeEvents, logHead, readLog } from '@styling/bus';
import { logConsumers, subjects } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { listen } from '@styling/http';
import { type Running, repeat } from '@styling/service';
import { admit } from './admission/admission.ts';
import { admissionQueue } from './admission/admission-queue.ts';
import { admitOnce } from './admission/admit-once.ts';
import { observeAdmission } from './admission/observe-admission.ts';
import { release } from './admission/release.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { gatewayApp } from './http/app.ts';
import { connectionsFor, defaultLimits, gatewayCapacity } from './http/capacity.ts';
import { keyReader } from './keys/key-reader.ts';
import { createCompletions } from './requests/completions.ts';
import { deleteRemnants } from './upkeep/delete-orphans.ts';
import { sayUnsaid } from './upkeep/outbox.ts';
import { sweep } from './upkeep/sweep.ts';

/** How long a stop waits for answers beyond the time of a request, in ms: sending them takes some. */
const CLOSE_MARGIN_MS = 20_000;

/** A gateway that listens. */
export type RunningGateway = Running & { readonly port: number };

/** Starts the HTTP API on `port` (0: a free one). `stop` answers what is in flight first. */
export async function startGateway(deps: GatewayDependencies, port: number): Promise<RunningGateway> {
  const { bus, db, log, clock, random } = deps;
  const completions = createCompletions(clock);
  const queue = admissionQueue((candidates) => reachDatabase(() => admit(db, candidates, clock(), deps.dailyLimit)));
  const admission = observeAdmission(db, (candidate, key) =>
    key ? reachDatabase(() => admitOnce(db, candidate, key, clock(), deps.dailyLimit)) : queue(candidate),
  );

  // Opened before the first request is published, so that no completion can pass unheard.
  const tail = readLog(bus, {
    name: `gateway-${Buffer.from(random(6)).toString('hex')}`,
    filter: subjects.countedCompleted,
    after: await logHead(bus, subjects.countedCompleted),
    log,
  });
  const listening = (async () => {
    for await (const batch of tail) {
      for (const { event } of batch) if (event?.type === 'request.completed') completions.settle(event);
    }
  })().catch((error) => log.fatal({ err: error }, 'completions are no longer heard'));

  // Shared by all gateways: frees the slots of those that died waiting.
  const releases = await consumeEvents(bus, {
    ...logConsumers.release,
    concurrency: 4,
    ackWaitMs: 10_000,
    maxDeliver: 20,
    backoffMs: [500, 2_000, 5_000, 15_000],
    log,
    handle: async (event) => {
      if (event.type === 'request.completed') await release(db, event.data);
    },
  });
  const sweeps = repeat(
    deps.sweepGraceMs / 2,
    () => sweep(deps),
    (error) => log.error({ err: error }, 'sweep failed'),
  );
  const unsaid = repeat(
    deps.sweepGraceMs / 2,
    () => sayUnsaid(deps),
    (error) => log.error({ err: error }, 'kept events not said; it is tried again'),
  );
  const remnants = repeat(
    deps.remnantMarginMs,
    () => deleteRemnants(deps),
    (error) => log.error({ err: error }, 'remnants not deleted; it is tried again'),
  );
  const limits = { ...defaultLimits, ...deps.limits };
  const capacity = gatewayCapacity(limits);
  const shared = { completions, capacity, keys: keyReader(db), admitOne: admission.admitOne };
  const server = await listen(gatewayApp({ ...deps, ...shared }), {
    port,
    closeTimeoutMs: deps.requestTimeoutMs + CLOSE_MARGIN_MS,
    maxConnections: connectionsFor(limits.requests),
  });
  log.info({ port: server.port }, 'listening');
  return {
    port: server.port,
    async stop() {
      await server.close();
      admission.end();
      await sweeps.stop();
      await unsaid.stop();
      await remnants.stop();
      await releases.stop();
      await tail.close();
      await listening;
    },
  };
}
