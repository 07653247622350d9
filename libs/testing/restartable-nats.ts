import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, busAccess, connectBus, createStreams, DUPLICATE_WINDOW_MS } from '@styling/bus';
import type { BusUserName } from '@styling/contracts';
import { busKeyFile, findNatsServer, localBusKeys, restartable, startNatsServer } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { keptDir, noticeChanges } from './kept-dir.ts';

/** A real nats-server for one test file, which can be killed and restarted on the same port with the same data. */
export type RestartableNats = Awaited<ReturnType<typeof startRestartableNats>>;

/** How long a connection waits; a small `apiTimeoutMs` makes it notice soon that the server is away. */
type Bounds = { readonly apiTimeoutMs?: number };

/** Servers of this process that no test file uses now. */
const idle: Awaited<ReturnType<typeof start>>[] = [];

async function start({ users }: { users?: boolean }) {
  const dataDir = await mkdtemp(join((await keptDir()) ?? tmpdir(), 'styling-bus-'));
  const binary = await findNatsServer();
  const keysDir = join(dataDir, 'keys');
  const authorization = users ? { authorization: await localBusKeys(keysDir) } : {};
  const server = await restartable('nats-server', startNatsServer, { binary, dataDir, ...authorization });
  return { server, dataDir, keysDir };
}

async function deleteStreams(url: string): Promise<void> {
  const bus = await connectBus({ servers: url, name: 'cleaning', log: silentLogger() });
  const names = await Array.fromAsync(bus.jsm.streams.names());
  await Promise.all(names.map((name) => bus.jsm.streams.delete(name)));
  await bus.close();
}

/**
 * Starts it with the streams in place.
 * @param options.users whether it has the users of production; else everybody may do everything
 * @param options.duplicateWindowMs that of the streams; default as in production
 */
export async function startRestartableNats(options: { users?: boolean; duplicateWindowMs?: number } = {}) {
  const taken = (options.users ? undefined : idle.pop()) ?? (await start(options));
  const { server, dataDir, keysDir } = taken;
  const { url } = server;
  const { changing, isAsItWas } = noticeChanges();
  const buses: Bus[] = [];
  const open = async (access: Omit<Parameters<typeof connectBus>[0], 'log'>) => {
    const bus = await connectBus({ ...access, log: silentLogger() });
    buses.push(bus);
    return bus;
  };
  const connect = (name = 'test', bounds: Bounds = {}) => open({ servers: url, name, ...bounds });
  const connectAs = (user: BusUserName, bounds: Bounds = {}) =>
    open({ ...busAccess({ NATS_URL: url, NATS_NKEY_FILE: busKeyFile(keysDir, user) }, user), ...bounds });
  const { duplicateWindowMs = DUPLICATE_WINDOW_MS } = options;
  await createStreams(options.users ? await connectAs('provision') : await connect(), {
    replicas: 1,
    duplicateWindowMs,
  });
  return {
    url,
    /** Holds its streams; another server may be started with them once this one has ended. */
    dataDir,
    /** Another connection; closed by `stop`. */
    connect,
    /** The same as a user with its own key, on a server that has users. */
    connectAs,
    /** SIGKILL. */
    kill: changing(server.kill),
    /** With its own streams, or with those of another `dataDir`. */
    restart: changing((changes?: { dataDir: string }) => server.start(changes)),
    /** Restarts it without what it stored: no streams, no consumers. */
    restartEmpty: changing(async () => {
      await server.kill();
      await rm(join(dataDir, 'jetstream'), { recursive: true });
      await server.start();
    }),
    /** Ends it, or keeps it, without streams, for the next file of this process, unless this one killed or restarted it. */
    async stop() {
      await Promise.all(buses.map((bus) => bus.close()));
      if (isAsItWas() && !options.users && (await keptDir()) && server.exit() === undefined) {
        await deleteStreams(url);
        idle.push(taken);
      } else {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}
