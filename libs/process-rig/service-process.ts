import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Exit, endsWithin } from '@styling/local-servers';
import { isWorthShowing, lastWords, parseLogLine } from './log-line.ts';

const REMEMBERED_LINES = 50;

/** A child to run for as long as the stack runs. */
export interface ServiceSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** answers 200 once the service is ready */
  readonly readyUrl: string;
}

/** A service that was started. */
export type ServiceProcess = {
  readonly name: string;
  readonly pid: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly exited: Promise<Exit>;
  exit(): Exit | undefined;
  /** What it said last that explains its end. */
  lastWords(): string;
  /** SIGTERM, and SIGKILL to its process group when it has not ended `graceMs` later. Never rejects. */
  stop(graceMs: number): Promise<void>;
  /** SIGKILL to its process group. */
  kill(): void;
};

/**
 * Starts a service in a process group of its own, so that a Ctrl-C in the terminal reaches us alone, with an IPC
 * channel: when we vanish, however that happens, the service hears `disconnect` and stops. All it writes goes to
 * `logFile` (the one before is kept as `.previous`), and what is worth showing to `show`, with the service's name in
 * front.
 * @throws Error when the command cannot be executed at all
 */
export async function startServiceProcess(
  { name, command, args, env, cwd }: ServiceSpec,
  { logFile, show }: { logFile: string; show: (line: string) => void },
): Promise<ServiceProcess> {
  await rename(logFile, `${logFile}.previous`).catch(() => undefined);
  const child = spawn(command, args, {
    env,
    ...(cwd ? { cwd } : {}),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let exit: Exit | undefined;
  // 'close' comes after 'exit', once all output was read: the last words are complete by then.
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      exit = { code, signal };
      resolve(exit);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`cannot execute ${command}: ${cause.message}`, { cause })));
  });
  const pid = child.pid as number;

  const log = createWriteStream(logFile, { mode: 0o600 });
  log.on('error', (error) => show(`${name} | its log cannot be written: ${error.message}`));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      lines.push(line);
      if (lines.length > REMEMBERED_LINES) lines.shift();
      const parsed = parseLogLine(line);
      if (isWorthShowing(parsed)) show(`${name} | ${parsed.message}`);
    });
  }
  void exited.then(() => log.end());

  const kill = () => {
    if (exit) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  };
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  return {
    name,
    pid,
    command,
    args,
    exited,
    exit: () => exit,
    lastWords: () => lastWords(lines),
    async stop(graceMs) {
      if (!exit) child.kill('SIGTERM');
      if (await endsWithin(exited, graceMs)) return;
      show(`${name} does not stop within ${graceMs / 1000} s: killed`);
      kill();
      await exited;
    },
    kill,
  };
}
