import { join } from 'node:path';
import { answerQueries, type Bus, busAccess, connectBus, runOnBus } from '@styling/bus';
import { type Open, type QueryDefinition, services, userId } from '@styling/contracts';
import { connectDatabase, reachDatabase } from '@styling/database';
import { databaseVariables, type Running, readConfig, repeat, runService, serviceVariables } from '@styling/service';
import { createLogger, type Logger, silentLogger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { sharedHeads, waitForHeads } from './progress.ts';
import type { AsOf, Projection } from './projection.ts';
import { rebuild, removeAbandonedRebuild } from './rebuild.ts';
import { type RunProjectionOptions, runProjection } from './run-projection.ts';

type ReadModelName = 'images' | 'usage' | 'jobs' | 'webhooks';

/** Variables of a service that keeps a read model. */
export const readModelVariables = serviceVariables.extend(databaseVariables.shape);
type ReadModelConfig = z.output<typeof readModelVariables>;

/** What a service that keeps a read model works with. */
export type ReadModelParts = {
  readonly bus: Bus;
  readonly db: Kysely<unknown>;
  readonly clock: () => Date;
  readonly log: Logger;
};

/** How long the projection may take to reach the end of the log before an erasure, in ms. */
const CATCH_UP_MS = 30_000;

/** Runs the process of a service that keeps a read model: its bus and its schema are connected before it starts, and closed after it. */
export const runReadModel = <Config extends ReadModelConfig>(
  name: ReadModelName,
  configure: () => Config,
  start: (parts: ReadModelParts, config: Config) => Promise<Running> | Running,
): Promise<void> =>
  runService(name, configure, async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, name), log });
    const { schema } = services[name];
    const db = connectDatabase({ url: config.DATABASE_URL, schema, log, plansOnce: true });
    const service = await start({ bus, db, clock: () => new Date(), log }, config);
    return {
      ...service,
      async stop() {
        await service.stop();
        await bus.close();
        await db.destroy();
      },
    };
  });

/** A read model that runs. */
export type ReadModel = ReturnType<typeof startReadModel>;

/** Starts a projection, and collects what runs beside it, for a service of that name. Its parts stop in reverse order. */
export function startReadModel(
  { bus, db, log }: Pick<ReadModelParts, 'bus' | 'db' | 'log'>,
  projection: Projection,
  options: Omit<RunProjectionOptions, 'log'> = {},
) {
  const running = runProjection(bus, db, projection, { ...options, log });
  const stopping = new AbortController();
  const queries: { stop(): Promise<void> }[] = [];
  const upkeep: { stop(): Promise<void> }[] = [];
  const isActive = () => running.active && !stopping.signal.aborted;
  return {
    /**
     * Reads of `sources` of the projection, by default all, as of the moment of the call: what is read includes all that was published
     * before, on any replica.
     *
     * @returns a reader; it throws ServiceError `unavailable` if the bus is, or the projection lags behind; errors of the database
     */
    reader(sources = projection.sources) {
      const heads = sharedHeads(bus, sources);
      return async <T>(read: () => Promise<AsOf<T>>): Promise<T> => running.asOf(await heads(), read);
    },
    /** Answers a query, together with the other replicas. */
    answer<Request extends z.ZodType, Reply extends z.ZodType>(
      query: QueryDefinition<Request, Reply>,
      handler: (request: z.output<Request>) => Promise<Open<z.input<Reply>>>,
    ): void {
      queries.push(
        answerQueries(bus, query, (request) => reachDatabase(() => handler(request)), { queue: projection.name, log }),
      );
    },
    /** Does `work` at intervals, given whether this replica projects and goes on; `failure` is logged when it throws. */
    every(everyMs: number, work: (isActive: () => boolean) => Promise<unknown>, failure: string): void {
      const job = () => work(isActive);
      upkeep.push(repeat(everyMs, job, (error) => log.error({ err: error }, failure)));
    },
    running: {
      notReady: () => running.unrecognised,
      needs: running.needs,
      async stop() {
        stopping.abort();
        await Promise.all(upkeep.map((job) => job.stop()));
        await Promise.all(queries.map((query) => query.stop()));
        await running.stop();
      },
    } satisfies Running,
  };
}

/**
 * Runs `npm run rebuild -- <name>`, beside live traffic: prints one JSON line, or one line on standard error.
 *
 * @param folder of the service, with its `migrations`
 */
export const rebuildCommand = (
  projection: Projection,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const { schema } = services[projection.name as ReadModelName];
  const configure = () => readConfig(readModelVariables, environment);
  return runOnBus(`rebuild-${schema}`, configure, async (bus, { DATABASE_URL: url }) => {
    const log = createLogger('rebuild', 'warn');
    const rebuilt = await rebuild(bus, projection, { url, schema, migrations: join(folder, 'migrations'), log });
    console.log(JSON.stringify({ read_model: projection.name, ...rebuilt }));
  });
};

/**
 * Runs a read model's part of `npm run erase`, `node erase.ts <user>`, after the gateway has disowned the user's keys: once that is
 * projected, does `erase` and prints what it returns.
 */
export function eraseCommand<Config extends ReadModelConfig>(
  projection: Projection,
  configure: () => Config,
  erase: (parts: ReadModelParts, user_id: string, config: Config) => Promise<Record<string, number>>,
): Promise<void> {
  const { schema } = services[projection.name as ReadModelName];
  const log = silentLogger();
  return runOnBus(`erase-${projection.name}`, configure, async (bus, config) => {
    const { data: user_id } = userId.safeParse(process.argv[2]);
    if (user_id === undefined) throw new Error('use: erase.ts <user>');
    const db = connectDatabase({ url: config.DATABASE_URL, schema, log, connections: 2 });
    try {
      await waitForHeads(bus, db, projection, { timeoutMs: CATCH_UP_MS });
      await removeAbandonedRebuild(db, schema, projection.name);
      console.log(JSON.stringify(await erase({ bus, db, clock: () => new Date(), log }, user_id, config)));
    } finally {
      await db.destroy();
    }
  });
}
