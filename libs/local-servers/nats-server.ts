import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort, portIsFree } from './free-port.ts';
import { stopOrphan } from './orphan.ts';
import { type Exit, type StopSignals, startServerProcess } from './server-process.ts';
import { waitUntil } from './wait-until.ts';

/** Terminating gives JetStream time to write its state; a server that does not manage in 10 s is killed. */
const STOP_SIGNALS: StopSignals = [['SIGTERM', 10_000]];
const READY_WITHIN_MS = 60_000;

/** A running nats-server with JetStream on 127.0.0.1. */
export interface NatsServer {
  /** `nats://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** `http://127.0.0.1:<port>` of its monitoring endpoint, when asked for. */
  readonly monitorUrl?: string;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
  /** SIGKILL: for tests of what survives. */
  kill(): Promise<void>;
}

/**
 * Starts nats-server with JetStream and file storage in `<dataDir>/jetstream`, and waits until it answers. Only flags
 * that both 2.9 and 2.12 know are used. A server that a killed run left on the same `dataDir` is stopped first.
 * @param options.binary path of the executable, see `findNatsServer`
 * @param options.port 0 or undefined: a free one
 * @param options.authorization the `authorization` block of its configuration; without it everybody may do everything
 * @throws Error with one clear line when it does not come up
 */
export async function startNatsServer(options: {
  binary: string;
  dataDir: string;
  port?: number;
  monitor?: boolean;
  authorization?: string;
}): Promise<NatsServer> {
  const { binary } = options;
  const dataDir = resolve(options.dataDir);
  const pidFile = join(dataDir, 'nats-server.pid');
  const configFile = join(dataDir, 'nats-server.conf');
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  await stopOrphanedNatsServer(dataDir);

  const port = options.port || (await freePort());
  const monitorPort = options.monitor ? await freePort() : undefined;
  if (!(await portIsFree(port))) throw new Error(`nats-server: port ${port} of 127.0.0.1 is already in use`);
  if (options.authorization) await writeFile(configFile, options.authorization, { mode: 0o600 });
  const server = await startServerProcess({
    command: binary,
    args: [
      ...['-sd', dataDir, '-js', '-a', '127.0.0.1', '-p', String(port), '-P', pidFile],
      ...(monitorPort ? ['-m', String(monitorPort)] : []),
      ...(options.authorization ? ['-c', configFile] : []),
    ],
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
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: server.pid,
    ...(monitorPort ? { monitorUrl: `http://127.0.0.1:${monitorPort}` } : {}),
    exited: server.exited,
    stop: server.stop,
    kill: server.kill,
  };
}

/** Stops the nats-server that a killed run left behind on `dataDir`, if there is one. */
export async function stopOrphanedNatsServer(dataDir: string): Promise<'none' | 'foreign' | 'stopped'> {
  const pid = Number.parseInt(await readFile(join(dataDir, 'nats-server.pid'), 'utf8').catch(() => ''), 10);
  const identity = { program: 'nats-server', argument: `-sd ${resolve(dataDir)}` };
  return stopOrphan(pid, identity, [...STOP_SIGNALS, ['SIGKILL', 5_000]]);
}

/** The line of nats-server's log that says why it ended: its last fatal one, else its last. */
export function natsFailure(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => text.includes('[FTL]')) ?? lines.at(-1);
  return line?.replace(/^\[\d+\] \S+ \S+ \[\w+\] /, '').trim() ?? 'it ended without a word';
}

/** Whether a server greets on `port` with an INFO line that says JetStream is on. */
function hasJetStream(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let greeting = '';
    const socket = connect({ host: '127.0.0.1', port });
    const done = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.on('data', (chunk) => {
      greeting += chunk.toString('utf8');
      if (greeting.includes('\r\n')) done(/^INFO .*"jetstream":\s*true/.test(greeting));
    });
  });
}
