import { startBusAndStore } from './bus-and-store.ts';
import { takePostgres } from './kept-postgres.ts';

/** Real servers of a test file, on free ports and in folders of their own. */
export type TestServers = Awaited<ReturnType<typeof startTestServers>>;

/** {@link startBusAndStore}, and Postgres with a database of its own. */
export async function startTestServers(options: Parameters<typeof startBusAndStore>[0] = {}) {
  const [others, postgres] = await Promise.all([startBusAndStore(options), takePostgres()]);
  return {
    ...others,
    postgres,
    async stop() {
      await Promise.all([others.stop(), postgres.giveBack()]);
    },
  };
}
