import { consumeEvents, lastSequence, observeDeadLetters, readLog } from '@styling/bus';
import { EVENTS_STREAM, logConsumers, subjects } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { listen } from '@styling/http';
import { type Running, repeat } from '@styling/service';
import { type UserDay, usedOn } from './admission/admission.ts';
import { createAdmitter } from './admission/admitter.ts';
import { release } from './admission/release.ts';
import type { GatewayDependencies } from './gateway.ts';
import { createApi } from './http/api.ts';
import { connectionsFor, defaultLimits, gatewayCapacity } from './http/capacity.ts';
import { keyReader } from './keys/key-reader.ts';
import { createCompletions } from './requests/completions.ts';
import { deleteOrphans } from './upkeep/delete-orphans.ts';
import { flushOutbox } from './upkeep/outbox.ts';
import { sweep } from './upkeep/sweep.ts';

/** How long a stop waits for responses beyond the request timeout, in ms: sending them takes time. */
const CLOSE_MARGIN_MS = 20_000;

/** A gateway that listens. */
export type RunningGateway = Running & { readonly port: number };

/**
 * Starts the HTTP API on `port` (0: any free one) of `host` (undefined: all interfaces). `stop` completes the requests in
 * flight first.
 */
export async function startGateway(deps: GatewayDependencies, port: number, host?: string): Promise<RunningGateway> {
  const { bus, db, log, clock, dailyLimit, name } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const gateway = {
    ...deps,
    admitter: createAdmitter(db, clock, dailyLimit),
    capacity: gatewayCapacity(limits),
    completions: createCompletions(clock),
    keys: keyReader(db),
    usedOn: sharedStatement((asked: readonly UserDay[]) => usedOn(db, asked)),
  };

  // Opened before the first request is published, so that no completion is missed.
  const tail = readLog(bus, {
    name,
    filter: subjects.completedFor(name),
    // A new name: nothing was published to it before.
    after: await lastSequence(bus, EVENTS_STREAM),
    log,
  });
  const listening = (async () => {
    for await (const batch of tail) {
      for (const { event } of batch) if (event?.type === 'request.completed') gateway.completions.settle(event);
    }
  })().catch((error) => log.fatal({ err: error }, 'completion listener stopped'));

  // Shared by all gateways: releases the slots of those that died waiting.
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
  const every = (intervalMs: number, job: (deps: GatewayDependencies) => Promise<unknown>, failure: string) =>
    repeat(
      intervalMs,
      () => job(deps),
      (error) => log.error({ err: error }, failure),
    );
  const upkeep = [
    every(deps.sweepGraceMs / 2, sweep, 'sweep failed; will retry'),
    every(deps.sweepGraceMs / 2, flushOutbox, 'outbox flush failed; will retry'),
    every(deps.orphanMarginMs, deleteOrphans, 'deleting orphaned objects failed; will retry'),
  ];
  const endObserving = observeDeadLetters(bus);
  const server = await listen(createApi(gateway), {
    port,
    host,
    closeTimeoutMs: deps.requestTimeoutMs + CLOSE_MARGIN_MS,
    maxConnections: connectionsFor(limits.requests),
  });
  log.info({ port: server.port }, 'listening');
  return {
    port: server.port,
    async stop() {
      await server.close();
      gateway.admitter.stop();
      endObserving();
      for (const job of upkeep) await job.stop();
      await releases.stop();
      await tail.close();
      await listening;
    },
  };
}
