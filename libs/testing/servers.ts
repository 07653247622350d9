import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restartable, startPostgres } from '@styling/local-servers';
import { startBusAndStore } from './bus-and-store.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';

/** Real servers of a test file, on free ports and in folders of their own. */
export type TestServers = Awaited<ReturnType<typeof startTestServers>>;

/** What is committed survives the end of Postgres, as all tests want; that of the machine it need not. */
const THROWN_AWAY = { fsync: 'off', full_page_writes: 'off' };

/** {@link startBusAndStore}, and Postgres. */
export async function startTestServers(options: Parameters<typeof startBusAndStore>[0] = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-test-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  const [others, postgres] = await Promise.all([
    startBusAndStore(options),
    restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), parameters: THROWN_AWAY }),
  ]);
  return {
    ...others,
    postgres,
    async stop() {
      await Promise.all([others.stop(), postgres.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
