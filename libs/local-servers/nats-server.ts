import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { askJetStream, authorizationConfig, busAccess, connectBus, newUserNkey, nkeyFromSeed } from '@styling/bus';
import { type BusUserName, busUserNames, EVENTS_STREAM } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { portOrFree } from './free-port.ts';
import { keptSecret } from './kept-secret.ts';
import { stopOrphan } from './orphans.ts';
import { type StopSignals, startProcess } from './start-process.ts';

/** JetStream writes its state on SIGTERM. */
const STOP_SIGNALS: StopSignals = [['SIGTERM', 10_000]];
const READY_WITHIN_MS = 60_000;
/** The default ignores what is stored: after a full disk the server refused every message. */
const UNLIMITED = 1024 ** 4;

export type NatsSettings = {
  readonly port?: number;
  /** The `authorization` block of its configuration; without it everybody may do everything. */
  readonly authorization?: string;
  /** Other blocks of its configuration. */
  readonly blocks?: Readonly<Record<string, string | object>>;
};

/**
 * Starts nats-server with its files in `<dataDir>/jetstream`, ready when this resolves; stops one that a killed run
 * left there. Uses only flags that both 2.9 and 2.12 know.
 * @throws Error of one line when it does not come up
 */
export async function startNatsServer(options: { binary: string; dataDir: string } & NatsSettings) {
  const dataDir = resolve(options.dataDir);
  const [configFile, pidFile] = [join(dataDir, 'nats-server.conf'), join(dataDir, 'nats-server.pid')];
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  const orphan = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  await stopOrphan(orphan, `nats-server -sd ${dataDir}`, [...STOP_SIGNALS, ['SIGKILL', 5_000]]);

  const port = await portOrFree('nats-server', options.port);
  const blocks = Object.entries({ jetstream: { max_file_store: UNLIMITED }, ...options.blocks });
  const lines = blocks.map(([name, block]) => `${name}: ${JSON.stringify(block)}`);
  await writeFile(configFile, [...lines, options.authorization, ''].join('\n'), { mode: 0o600 });
  const server = await startProcess({
    command: options.binary,
    args: ['-sd', dataDir, '-js', '-a', '127.0.0.1', '-p', String(port), '-P', pidFile, '-c', configFile],
    logFile: join(dataDir, 'nats-server.log'),
    stopSignals: STOP_SIGNALS,
    cwd: dataDir,
  });

  if (!(await server.isReady(() => hasJetStream(port), READY_WITHIN_MS))) {
    const why = server.exit() ? natsFailure(server.output()) : `no answer within ${READY_WITHIN_MS / 1000} s`;
    await server.kill();
    throw new Error(`nats-server did not start: ${why}`);
  }
  return { ...server, url: `nats://127.0.0.1:${port}`, port };
}

/** The line of nats-server's log that explains its end. */
export function natsFailure(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.findLast((text) => text.includes('[FTL]')) ?? lines.at(-1);
  return line?.replace(/^\[\d+\] \S+ \S+ \[\w+\] /, '').trim() || 'it ended without output';
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
  for (const user of busUserNames) {
    const file = busKeyFile(folder, user);
    const seed = await keptSecret(file, () => newUserNkey().seed);
    try {
      publicKeys.set(user, nkeyFromSeed(seed).publicKey);
    } catch (cause) {
      throw new Error(`${file} holds no seed of an nkey: remove it to get a new one`, { cause });
    }
  }
  return authorizationConfig((user) => publicKeys.get(user) as string);
}

/** The file of a user's seed, for `NATS_NKEY_FILE`. */
export const busKeyFile = (folder: string, user: BusUserName): string => join(folder, `${user}.nk`);

/** Connects to `ask` whether JetStream answers (`keysDir`: users' seeds). @throws Error when it does not within 15 s */
export async function connectToAsk(url: string, keysDir?: string) {
  const NATS_NKEY_FILE = keysDir && busKeyFile(keysDir, 'provision');
  const bus = await connectBus({ ...busAccess({ NATS_URL: url, NATS_NKEY_FILE }, 'provision'), log: silentLogger() });
  return { ask: () => askJetStream(bus, EVENTS_STREAM), close: () => bus.close() };
}
