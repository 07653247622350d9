import { type Bus, busAccess, connectBus } from '@styling/bus';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { type databaseVariables, type Running, runService, type serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { z } from 'zod';

type ReadModelName = 'images' | 'usage' | 'jobs' | 'webhooks';
type ReadModelConfig = z.output<typeof serviceVariables> & z.output<typeof databaseVariables>;

/** What a service that keeps a read model works with. */
export type ReadModelParts<Tables> = {
  readonly bus: Bus;
  readonly db: Kysely<Tables>;
  readonly clock: () => Date;
  readonly log: Logger;
};

/** Runs the process of a service that keeps a read model: its bus and its schema are connected before it starts, and closed after it. */
export const runReadModel = <Tables, Config extends ReadModelConfig>(
  name: ReadModelName,
  configure: () => Config,
  start: (parts: ReadModelParts<Tables>, config: Config) => Promise<Running>,
): Promise<void> =>
  runService(name, configure, async (config, log) => {
    const bus = await connectBus({ ...busAccess(config, name), log });
    const { schema } = services[name];
    const db = connectDatabase<Tables>({ url: config.DATABASE_URL, schema, log, plansOnce: true });
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
