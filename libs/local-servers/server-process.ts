import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Signals to try in turn, each with the milliseconds it has to work. */
export type StopSignals = readonly (readonly [NodeJS.Signals, number])[];

/** A server we started, in a process group of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, however it did. */
  readonly exited: Promise<Exit>;
  /** undefined while it runs. */
  exit(): Exit | undefined;
  /** What it wrote to its log since it was started, at most the last 64 KiB. */
  output(): string;
  /** Stops it with the signals it was given, each only if the one before did not do, then SIGKILL. Never rejects. */
  stop(): Promise<void>;
  /** SIGKILL, then waits for its end. */
  kill(): Promise<void>;
}

/**
 * Starts a long-running server. It is detached (its own process group) so that a Ctrl-C in the terminal reaches only
 * us and we stop things in order; should we exit without that, it gets its first stop signal on the way out.
 * @throws Error when the program cannot be executed at all
 */
export async function startServerProcess(options: {
  command: string;
  args: readonly string[];
  logFile: string;
  stopSignals: StopSignals;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}): Promise<ServerProcess> {
  const { command, args, logFile, stopSignals, ...spawnOptions } = options;
  const log = openSync(logFile, 'a+', 0o600);
  const logStart = fstatSync(log).size;
  const child = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', log, log] });
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  } catch (cause) {
    throw new Error(`cannot execute ${command}: ${(cause as Error).message}`, { cause });
  } finally {
    closeSync(log);
  }
  const pid = child.pid as number;

  const signal = (name: NodeJS.Signals) => {
    if (!exit) child.kill(name);
  };
  const onOurExit = () => signal(stopSignals[0]?.[0] ?? 'SIGKILL');
  process.once('exit', onOurExit);
  void exited.then(() => process.off('exit', onOurExit));

  return {
    pid,
    exited,
    exit: () => exit,
    output: () => readFrom(logFile, logStart),
    async stop() {
      for (const [name, graceMs] of stopSignals) {
        signal(name);
        if (await endsWithin(exited, graceMs)) return;
      }
      signal('SIGKILL');
      await exited;
    },
    async kill() {
      signal('SIGKILL');
      await exited;
    },
  };
}

/** Whether `exited` settles within `ms`. */
export async function endsWithin(exited: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([exited.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function readFrom(file: string, start: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const from = Math.max(start, fstatSync(descriptor).size - 65_536);
    const bytes = Buffer.alloc(65_536);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    closeSync(descriptor);
  }
}
