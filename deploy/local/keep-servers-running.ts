import { join } from 'node:path';
import { connectToAsk, restartAfterFullDisk, type ServerOptions, type Servers } from '@styling/local-servers';

/**
 * Restarts those of `servers` that are not the user's own after a full disk, see `restartAfterFullDisk`.
 * @returns `failure` resolves with the error to show when one of them has ended otherwise; `stop` waits for a restart that runs
 */
export async function keepServersRunning(
  { nats, postgres }: Servers,
  options: Pick<ServerOptions, 'dataDir' | 'natsUrl' | 'databaseUrl'> & {
    readonly natsKeysDir: string;
    readonly show: (line: string) => void;
  },
) {
  const { dataDir, natsUrl, databaseUrl, natsKeysDir, show: notify } = options;
  const asking = natsUrl ? undefined : await connectToAsk(nats.url, natsKeysDir);
  const watches = [
    ...(asking ? [restartAfterFullDisk(nats, { dataDir: join(dataDir, 'nats'), ask: asking.ask, notify })] : []),
    ...(databaseUrl ? [] : [restartAfterFullDisk(postgres, { dataDir: join(dataDir, 'postgres'), notify })]),
  ];
  return {
    failure: Promise.race(watches.map((watch) => watch.failure)),
    async stop(): Promise<void> {
      await Promise.all(watches.map((watch) => watch.stop()));
      await asking?.close();
    },
  };
}
