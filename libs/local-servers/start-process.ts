import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a process ended. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Signals to try in turn, each with the milliseconds it is given to work. */
export type StopSignals = readonly (readonly [NodeJS.Signals, number])[];

/** A long-running process that we started, in a process group of its own. */
export type RunningProcess = Awaited<ReturnType<typeof startProcess>>;

const OUTPUT_BYTES = 65_536;

/** What to do with each running process when this one exits: one listener for all, however many there are. */
const onExit = new Set<() => void>();
process.once('exit', () => {
  for (const end of onExit) end();
});

/**
 * Starts a long-running process. It has its own process group, so that a Ctrl-C in the terminal reaches only us and we
 * stop processes in order; if we exit without that, it gets the first of its stop signals on the way out, or SIGKILL.
 * @param options.logFile its output is appended to this file
 * @param options.stopSignals the default of `stop`
 * @param options.ipc opens an IPC channel, on which the process sees `disconnect` when we end, even by SIGKILL
 * @param options.onLine passed each line of output, which then takes a detour through this process
 * @throws Error when the program cannot be executed at all
 */
export async function startProcess(options: {
  command: string;
  args: readonly string[];
  logFile: string;
  stopSignals: StopSignals;
  ipc?: boolean;
  onLine?: ((line: string) => void) | undefined;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
}) {
  const { command, args, logFile, stopSignals, ipc, onLine, ...others } = options;
  const log = openSync(logFile, 'a+', 0o600);
  const logStart = fstatSync(log).size;
  const output = onLine ? 'pipe' : log;
  const child = spawn(command, args, {
    ...others,
    detached: true,
    stdio: ['ignore', output, output, ipc ? 'ipc' : null],
  });
  for (const input of onLine ? [child.stdout, child.stderr] : []) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      try {
        writeSync(log, `${line}\n`);
      } catch (error) {
        onLine?.(`cannot write log: ${(error as Error).message}`);
      }
      onLine?.(line);
    });
  }
  /** The last bytes of this process in the log. */
  const tail = () => {
    const bytes = Buffer.alloc(OUTPUT_BYTES);
    const from = Math.max(logStart, fstatSync(log).size - OUTPUT_BYTES);
    return bytes.toString('utf8', 0, readSync(log, bytes, 0, OUTPUT_BYTES, from));
  };
  const onOurExit = () => (stopSignals[0] ? child.kill(stopSignals[0][0]) : killGroup());
  let exit: Exit | undefined;
  let finalOutput: string | undefined;
  // 'close' comes after 'exit', once all output has been read.
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      exit = { code, signal };
      finalOutput = tail();
      closeSync(log);
      onExit.delete(onOurExit);
      resolve(exit);
    });
  });
  await once(child, 'spawn').catch((cause) => {
    throw new Error(`cannot execute ${command}: ${cause.message}`, { cause });
  });
  const pid = child.pid as number;
  if (!exit) onExit.add(onOurExit);

  const killGroup = () => {
    try {
      if (!exit) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended, but its output has not been read yet.
    }
  };
  const kill = async () => {
    killGroup();
    await exited;
  };
  return {
    pid,
    /** Resolves when the process has ended, for whatever reason, and its output is complete. */
    exited,
    exit: () => exit,
    /** What it has written to its log since it was started, at most the last 64 KiB. */
    output: () => finalOutput ?? tail(),
    /** For `send` and `message` events, if it was started with `ipc`. */
    channel: child,
    /** Sends SIGKILL to its process group and waits for its end. */
    kill,
    /**
     * Sends its stop signals one after the other until it has ended, and SIGKILL last. Never rejects.
     * @returns whether it ended without SIGKILL
     */
    async stop(signals = stopSignals): Promise<boolean> {
      for (const [name, graceMs] of signals) {
        if (!exit) child.kill(name);
        if (await Promise.race([exited.then(() => true), sleep(graceMs, false, { ref: false })])) return true;
      }
      await kill();
      return false;
    },
  };
}

/**
 * Calls `probe` every `everyMs` until it returns true.
 * @returns false when `timeoutMs` passed before that. Errors of `probe` are passed on.
 */
export async function waitUntil(
  probe: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 20 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await probe()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(everyMs);
  }
}
