import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Signals to try in turn, each with its time in ms. */
export type StopSignals = readonly (readonly [NodeJS.Signals, number])[];

export type RunningProcess = Awaited<ReturnType<typeof startProcess>>;

const OUTPUT_BYTES = 65_536;

/** One exit listener for all processes. */
const onExit = new Set<() => void>();
process.once('exit', () => {
  for (const end of onExit) end();
});

/**
 * Starts a process in its own process group, so that a Ctrl-C reaches only us; if we exit first, it gets its first stop
 * signal, or SIGKILL.
 * @param options.ipc opens a channel on which it sees `disconnect` when we end, even by SIGKILL
 * @param options.onLine gets each line of output, which then takes a detour through us
 * @throws Error when the program cannot be executed
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
  const log = openSync(logFile, 'a', 0o600);
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
  const onOurExit = () => (stopSignals[0] ? child.kill(stopSignals[0][0]) : killGroup());
  let exit: Exit | undefined;
  // 'close' comes after 'exit', once all output has been read.
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      exit = { code, signal };
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
      // Its output has not been read yet.
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
    /** Since its start, at most the last 64 KiB. */
    output: () => readFileSync(logFile).subarray(logStart).subarray(-OUTPUT_BYTES).toString(),
    /** Needs `ipc`. */
    channel: child,
    /** Whether it was ready in time; false also when it has ended. */
    async isReady(probe: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
      const isOver = async () => exit !== undefined || (await probe());
      return (await waitUntil(isOver, { timeoutMs })) && exit === undefined;
    },
    /** SIGKILL to its process group; waits for its end. */
    kill,
    /** Sends its stop signals in turn, SIGKILL last. Never rejects. @returns whether it ended without SIGKILL */
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

/** Calls `probe` every `everyMs`. @returns false when `timeoutMs` passed before it was true @throws its error */
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
