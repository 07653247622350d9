import { observeDeadLetters } from '@styling/bus';
import { sharedStatement } from '@styling/database';
import { listen } from '@styling/http';
import { runProjection } from '@styling/projections';
import { type Running, repeat, settledWithin } from '@styling/service';
import { createAdmitter, daysUsed, type UserDay } from './admission/admission.ts';
import { releaseQueue } from './admission/release.ts';
import { createBudget } from './budget/budget.ts';
import { followProviders } from './capabilities/known-providers.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { catchUp, gatewayProjection } from './gateway-projection.ts';
import { createApi } from './http/api.ts';
import { connectionsFor, gatewayCapacity } from './http/capacity.ts';
import { ReadCounts } from './http/read-counts.ts';
import { jobFinder } from './jobs/find-job.ts';
import { createWatches } from './jobs/watches.ts';
import { keyReader } from './keys/authenticate.ts';
import { continueDeletions } from './portal/delete-account.ts';
import { deleteExpired } from './portal/sign-in.ts';
import { endCancelled } from './requests/cancel-request.ts';
import { createCompletions, listenForCompletions } from './requests/completions.ts';
import { overdueEnding, sweep } from './requests/end-request.ts';
import { followProgress } from './requests/progress.ts';
import { deleteOrphans } from './upkeep/delete-orphans.ts';
import { flushOutbox, observeOutbox } from './upkeep/outbox.ts';

/** Time that a stop waits for responses beyond the request timeout: sending them takes time. */
const CLOSE_MARGIN_MS = 20_000;
/** Maximum wait of a start for the projection; after that requests get 503 until it has caught up. */
const CATCH_UP_WITHIN_MS = 10_000;
/** A minute's reads are counted soon after it. */
const COUNT_READS_EVERY_MS = 5_000;
const CONTINUE_DELETIONS_EVERY_MS = 5_000;
/** The waiting gateways release by themselves: few large batches will do. */
const RELEASE_LINGER_MS = 250;

export type RunningGateway = Running & { readonly port: number };

/** Starts the API on `port` (0: any free one), by default of all interfaces; `stop` completes requests in flight. */
export async function startGateway(deps: GatewayDependencies, port: number, host?: string): Promise<RunningGateway> {
  const { bus, db, log, clock, dailyLimit, name, limits } = deps;
  const stopping = new AbortController();
  const completions = createCompletions(clock, overdueEnding(deps));
  // Opened before the first request is published, so that no completion is missed.
  const listener = await listenForCompletions(bus, name, completions, log, stopping.signal);
  const projection = runProjection(bus, db, gatewayProjection, { log, lingerMs: RELEASE_LINGER_MS });
  let reason: string | undefined = 'catching up with the log';
  const caughtUp = catchUp(bus, db, log, stopping.signal).then(() => {
    reason = undefined;
  });
  const notReady = () => projection.unrecognised ?? reason;
  const capacity = gatewayCapacity(limits);
  const gateway = {
    ...deps,
    completions,
    notReady,
    admitter: createAdmitter(db, clock, dailyLimit),
    capacity,
    keys: keyReader(db, clock),
    dayUsed: sharedStatement((asked: readonly UserDay[]) => daysUsed(db, asked, dailyLimit)),
    release: releaseQueue(db),
    findJob: jobFinder(deps),
    watches: createWatches(capacity.watches),
    progress: followProgress(bus),
    readCounts: new ReadCounts(),
    providers: followProviders(bus, log),
    budget: createBudget(db, clock, deps.dailyBudgetUsd),
  };
  const every = (intervalMs: number, what: string, job: (stopping: AbortSignal) => Promise<unknown>) =>
    repeat(intervalMs, job, (error) => log.error({ err: error }, `${what} failed; will retry`));
  const upkeep = [
    every(deps.sweepGraceMs / 2, 'sweep', () => sweep(deps)),
    every(deps.sweepGraceMs / 2, 'ending cancelled requests', () => endCancelled(deps)),
    every(deps.sweepGraceMs / 2, 'outbox flush', () => flushOutbox(deps)),
    every(CONTINUE_DELETIONS_EVERY_MS, 'deleting accounts', (stopping) => continueDeletions(gateway, stopping)),
    every(COUNT_READS_EVERY_MS, 'publishing read counts', () => gateway.readCounts.publish(deps)),
    every(deps.orphanMarginMs, 'deleting orphaned objects', () => deleteOrphans(deps)),
    every(deps.orphanMarginMs, 'deleting expired invitations', () => deleteExpired(deps)),
  ];
  const endObserving = [observeOutbox(deps), observeDeadLetters(bus)];
  const server = await listen(createApi(gateway), {
    port,
    host,
    closeTimeoutMs: deps.requestTimeoutMs + CLOSE_MARGIN_MS,
    maxConnections: connectionsFor(limits),
  });
  log.info({ port: server.port }, 'listening');
  await settledWithin(caughtUp, CATCH_UP_WITHIN_MS);
  return {
    port: server.port,
    notReady,
    needs: projection.needs,
    ended: listener.ended,
    async stop() {
      gateway.watches.stop();
      await server.close();
      gateway.admitter.stop();
      gateway.progress.stop();
      await gateway.providers.stop();
      for (const end of endObserving) end();
      for (const job of upkeep) await job.stop();
      await gateway.readCounts.publish(deps, true).catch((error) => log.error({ err: error }, 'read counts lost'));
      stopping.abort();
      await caughtUp;
      await projection.stop();
      await listener.ended.catch(() => undefined);
    },
  };
}
