import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { askJetStream, authorizationConfig, busAccess, connectBus, newUserNkey, nkeyFromSeed } from '@styling/bus';
import { type BusUserName, busUserNames, EVENTS_STREAM } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { portOrFree } from './free-port.ts';
import { stopOrphan } from './orphans.ts';
import { type StopSignals, startProcess, waitUntil } from './start-process.ts';

/** JetStream writes its state on SIGTERM. */
const STOP_SIGNALS: StopSignals = [['SIGTERM', 10_000]];
const READY_WITHIN_MS = 60_000;
/** The default ignores what is stored: after a full disk the server refused every message. */
const UNLIMITED = 1024 ** 4;

export type NatsSettings = {
  readonly name?: string;
  /** The `authorization` block of its configuration; without it everybody may do everything. */
  readonly authorization?: string;
  /** Bytes; default {@link UNLIMITED}. */
  readonly maxFileStore?: number;
  /** Syncs before acknowledging, as in production; from version 2.10 on. */
  readonly syncAlways?: boolean;
  /** PEM files; with them it accepts only TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Its port for the other servers of its cluster, and those of all. */
  readonly cluster?: { readonly port: number; readonly routes: readonly number[] };
};

export type NatsServer = Awaited<ReturnType<typeof startNatsServer>>;

/**
 * Starts nats-server with its files in `<dataDir>/jetstream`, ready when this resolves; stops one that a killed run
 * left there. Uses only flags that both 2.9 and 2.12 know.
 * @throws Error of one line when it does not come up
 */
export async function startNatsServer(options: { binary: string; dataDir: string; port?: number } & NatsSettings) {
  const dataDir = resolve(options.dataDir);
  const [configFile, pidFile] = [join(dataDir, 'nats-server.conf'), join(dataDir, 'nats-server.pid')];
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  await stopOrphanedNatsServer(dataDir);

  const port = await portOrFree('nats-server', options.port);
  await writeFile(configFile, natsConfig(options), { mode: 0o600 });
  const server = await startProcess({
    command: options.binary,
    args: ['-sd', dataDir, '-js', '-a', '127.0.0.1', '-p', String(port), '-P', pidFile, '-c', configFile],
    logFile: join(dataDir, 'nats-server.log'),
    stopSignals: STOP_SIGNALS,
    cwd: dataDir,
  });

  const answered = await waitUntil(async () => server.exit() !== undefined || (await hasJetStream(port)), {
    timeoutMs: READY_WITHIN_MS,
  });
  if (server.exit() !== undefined || !answered) {
    await server.kill();
    const why = answered ? natsFailure(server.output()) : `no answer within ${READY_WITHIN_MS / 1000} s`;
    throw new Error(`nats-server did not start: ${why}`);
  }
  return { ...server, url: `nats://127.0.0.1:${port}`, port };
}

/** Stops the nats-server that a killed run left behind on `dataDir`. */
export async function stopOrphanedNatsServer(dataDir: string): Promise<'none' | 'foreign' | 'stopped'> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'nats-server.pid'), 'utf8').catch(() => ''), 10);
  return stopOrphan(pid, `nats-server -sd ${resolve(dataDir)}`, [...STOP_SIGNALS, ['SIGKILL', 5_000]]);
}

/** The line of nats-server's log that explains its end. */
export function natsFailure(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.findLast((text) => text.includes('[FTL]')) ?? lines.at(-1);
  return line?.replace(/^\[\d+\] \S+ \S+ \[\w+\] /, '').trim() || 'it ended without output';
}

function natsConfig({ name, authorization = '', maxFileStore = UNLIMITED, syncAlways, tls, cluster }: NatsSettings) {
  const blocks = {
    server_name: name,
    jetstream: { max_file_store: maxFileStore, sync_interval: syncAlways && 'always' },
    tls: tls && { cert_file: tls.certificate, key_file: tls.key },
    cluster: cluster && {
      name: 'local',
      listen: `127.0.0.1:${cluster.port}`,
      routes: cluster.routes.map((port) => `nats://127.0.0.1:${port}`),
      // Otherwise servers would send clients each other's addresses.
      no_advertise: true,
    },
  };
  const lines = Object.entries(blocks).flatMap(([key, value]) => (value ? `${key}: ${JSON.stringify(value)}\n` : []));
  return `${lines.join('')}${authorization}\n`;
}

async function hasJetStream(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(1_000) });
    return /^INFO .*"jetstream":\s*true/.test(String(greeting));
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Makes missing nkeys, `<folder>/<user>.nk` (readable by us only). @returns the `authorization` block of them */
export async function localBusKeys(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const publicKeys = new Map<BusUserName, string>();
  for (const user of busUserNames) publicKeys.set(user, await publicKeyOf(busKeyFile(folder, user)));
  return authorizationConfig((user) => publicKeys.get(user) as string);
}

/** The file of a user's seed, for `NATS_NKEY_FILE`. */
export const busKeyFile = (folder: string, user: BusUserName): string => join(folder, `${user}.nk`);

async function publicKeyOf(file: string): Promise<string> {
  if (!existsSync(file)) {
    const { seed, publicKey } = newUserNkey();
    await writeFile(file, `${seed}\n`, { mode: 0o600 });
    return publicKey;
  }
  try {
    return nkeyFromSeed((await readFile(file, 'utf8')).trim()).publicKey;
  } catch (cause) {
    throw new Error(`${file} holds no seed of an nkey: remove it to get a new one`, { cause });
  }
}

/** Connects to `ask` whether JetStream answers (`keysDir`: users' seeds). @throws Error when it does not within 15 s */
export async function connectToAsk(url: string, keysDir?: string) {
  const user = 'provision';
  const access = keysDir
    ? busAccess({ NATS_URL: url, NATS_NKEY_FILE: busKeyFile(keysDir, user) }, user)
    : { servers: url, name: 'supervisor' };
  const bus = await connectBus({ ...access, log: silentLogger() });
  return { ask: () => askJetStream(bus, EVENTS_STREAM), close: () => bus.close() };
}
