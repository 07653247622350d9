import type { Bus } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { TestServers } from './servers.ts';

/** A service in two replicas, and the database that they share. */
export type TwoReplicas<Tables = unknown> = { readonly db: Kysely<Tables>; stop(): Promise<void> };

/**
 * Makes the tables of a projecting service and starts two replicas of it, each with a connection of its own to the bus.
 *
 * @param schema of the service, whose name it is
 * @param migrations folder
 */
export async function startTwoReplicas<Tables>(
  servers: TestServers,
  schema: string,
  migrations: string,
  start: (deps: { readonly bus: Bus; readonly db: Kysely<Tables> }) => { stop(): Promise<unknown> },
): Promise<TwoReplicas<Tables>> {
  const db = connectDatabase<Tables>({ url: servers.postgres.url, schema, log: silentLogger() });
  await migrate(db, schema, migrations);
  const buses = [await servers.connect(`${schema}-1`), await servers.connect(`${schema}-2`)];
  const replicas = buses.map((bus) => start({ bus, db }));
  return {
    db,
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await db.destroy();
    },
  };
}
