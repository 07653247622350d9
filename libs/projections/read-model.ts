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
import { runProjection } from './run-projection.ts';

type ReadModelName = 'images' | 'usage' | 'jobs' | 'webhooks';

export const readModelVariables = serviceVariables.extend(databaseVariables.shape);
type ReadModelConfig = z.output<typeof readModelVariables>;
type Variables<Config> = z.ZodObject & z.ZodType<Config>;
type Environment = Parameters<typeof readConfig>[1];

export type ReadModelParts = {
  readonly bus: Bus;
  readonly db: Kysely<unknown>;
  readonly clock: () => Date;
  readonly log: Logger;
};

const CATCH_UP_MS = 30_000;

/** Runs the process of a read-model service; bus and schema are connected before it starts, closed after it. */
export function runReadModel<Config extends ReadModelConfig>(
  name: ReadModelName,
  variables: Variables<Config>,
  environment: Environment,
  start: (parts: ReadModelParts, config: Config) => Running,
): Promise<void> {
  const configure = () => readConfig(variables, environment);
  return runService(name, configure, async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, name), log });
    const { schema } = services[name];
    const db = connectDatabase({ url: config.DATABASE_URL, schema, log, plansOnce: true });
    const service = start({ bus, db, clock: () => new Date(), log }, config);
    const stop = async () => {
      await service.stop();
      await bus.close();
      await db.destroy();
    };
    return { ...service, stop };
  });
}

export type ReadModel = ReturnType<typeof startReadModel>;

/** Starts a projection and collects what runs beside it. Parts stop in reverse order. */
export function startReadModel(
  { bus, db, log }: ReadModelParts,
  projection: Projection,
  options: Omit<Parameters<typeof runProjection>[3], 'log'> = {},
) {
  const running = runProjection(bus, db, projection, { ...options, log });
  const stopping = new AbortController();
  const queries: { stop(): Promise<void> }[] = [];
  const others: { stop(): unknown }[] = [];
  const isActive = () => running.active && !stopping.signal.aborted;
  return {
    /**
     * A reader whose results include all that was published to `sources` (default: all) before the call, on any
     * replica. It throws ServiceError `unavailable` if the bus is away or the projection lags; errors of the database.
     */
    reader(sources = projection.sources) {
      const heads = sharedHeads(bus, sources);
      return async <T>(read: () => Promise<AsOf<T>>): Promise<T> => running.asOf(await heads(), read);
    },
    /** Answers a query; replicas share the load. */
    answer<Request extends z.ZodType, Reply extends z.ZodType>(
      query: QueryDefinition<Request, Reply>,
      handler: (request: z.output<Request>) => Promise<Open<z.input<Reply>>>,
    ): void {
      queries.push(
        answerQueries(bus, query, (request) => reachDatabase(() => handler(request)), { queue: projection.name, log }),
      );
    },
    /** Does `work` at intervals, told whether this replica projects and goes on; logs `failure` when it throws. */
    every(everyMs: number, work: (isActive: () => boolean) => Promise<unknown>, failure: string): void {
      const job = () => work(isActive);
      others.push(repeat(everyMs, job, (error) => log.error({ err: error }, failure)));
    },
    /** Stops a part that runs beside it. */
    stops(part: { stop(): unknown }): void {
      others.push(part);
    },
    running: {
      notReady: () => running.unrecognised,
      needs: running.needs,
      async stop() {
        stopping.abort();
        await Promise.all(others.map((part) => part.stop()));
        await Promise.all(queries.map((query) => query.stop()));
        await running.stop();
      },
    } satisfies Running,
  };
}

/** Runs `npm run rebuild -- <name>` beside live traffic: prints one JSON line, or one line on standard error. */
export function rebuildCommand(projection: Projection, folder: string, environment: Environment): Promise<void> {
  const { schema } = services[projection.name as ReadModelName];
  const configure = () => readConfig(readModelVariables, environment);
  return runOnBus(`rebuild-${schema}`, configure, async (bus, { DATABASE_URL: url }) => {
    const log = createLogger('rebuild', 'warn');
    const rebuilt = await rebuild(bus, projection, { url, schema, migrations: join(folder, 'migrations'), log });
    console.log(JSON.stringify({ read_model: projection.name, ...rebuilt }));
  });
}

/** Runs `node erase.ts <user>` of `npm run erase`: does `erase` once disowned keys are projected, prints the result. */
export function eraseCommand<Config extends ReadModelConfig>(
  projection: Projection,
  variables: Variables<Config>,
  environment: Environment,
  erase: (parts: ReadModelParts, user_id: string, config: Config) => Promise<Record<string, number>>,
): Promise<void> {
  const { schema } = services[projection.name as ReadModelName];
  const log = silentLogger();
  const configure = () => readConfig(variables, environment);
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
