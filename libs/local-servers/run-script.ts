import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const REPOSITORY_DIR = fileURLToPath(new URL('../..', import.meta.url));
export const KEYS_SCRIPT = 'services/gateway/keys.ts';
export const LIMITS_SCRIPT = 'services/gateway/limits.ts';

/** Node's compile cache of a clone; `npm ci` removes it. */
export const compileCacheDir = (repositoryDir: string): string =>
  join(repositoryDir, 'node_modules', '.cache', 'compiled');

/**
 * Runs a program to its end in its own process group, so that a Ctrl-C reaches only us. Killed (exit code null) after
 * `timeoutMs`, when `signal` is aborted and when we exit.
 * @throws Error of one line when it cannot be executed; the reason of `signal`
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: {
    input?: string;
    timeoutMs?: number;
    signal?: AbortSignal | undefined;
    cwd: string;
    env?: NodeJS.ProcessEnv;
    uid?: number | undefined;
    gid?: number | undefined;
  },
): Promise<{ code: number | null; output: string; errors: string }> {
  const { input = '', timeoutMs: timeout, ...others } = options;
  const child = spawn(command, args, { ...others, timeout, killSignal: 'SIGKILL', detached: true, stdio: 'pipe' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  // A program that ends before it has read its input closes the pipe; its exit code explains why.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const [[code], output, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return { code, output, errors };
  } catch (cause) {
    options.signal?.throwIfAborted();
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Error(`${command}: ${code === 'ENOENT' ? 'not found' : message}`, { cause });
  } finally {
    process.off('exit', kill);
  }
}

/** `name` in errors defaults to the path, `timeoutMs` to 60 s. */
type ScriptOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly name?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly repositoryDir?: string;
};

/** Runs a script to its end. @returns its standard output @throws Error of one line, or the reason of `signal` */
export async function runScript(script: string, args: readonly string[], options: ScriptOptions): Promise<string> {
  const { name = script, timeoutMs = 60_000, signal, repositoryDir: cwd = REPOSITORY_DIR } = options;
  const env = { NODE_COMPILE_CACHE: compileCacheDir(cwd), ...options.env };
  const path = resolve(cwd, script);
  const { code, output, errors } = await runProgram(process.execPath, [path, ...args], { env, cwd, timeoutMs, signal });
  if (code === 0) return output;
  const how = code === null ? `not done after ${timeoutMs / 1000} s` : `exit code ${code}`;
  throw new Error(`${name} failed (${how}): ${lastError(`${output}\n${errors}`)}`);
}

/** Creates streams, tables and bucket of a system. @returns its warnings @throws Error of one line */
export async function provision(options: ScriptOptions): Promise<string[]> {
  const output = await runScript('deploy/provision/main.ts', [], { name: 'provisioning', ...options });
  const lines = output.split('\n').map(parseLogLine);
  return lines.flatMap(({ level = 0, message }) => (level >= 40 ? message : []));
}

/** `level` in pino's numbers (30 info, 40 warning, 50 error, 60 fatal); undefined unless the line is a log record. */
export function parseLogLine(line: string): { readonly level: number | undefined; readonly message: string } {
  let record: { level?: number; msg?: string; err?: { message?: string } } = {};
  try {
    if (line.startsWith('{')) record = JSON.parse(line);
  } catch {
    // Only looks like a record.
  }
  const message = [...new Set([record.msg, record.err?.message])].filter(Boolean).join(': ');
  return { level: record.level, message: message || line };
}

/** Whether the terminal shows it: warnings, errors, and what is no log record (a crash). */
export const isWorthShowing = ({ level, message }: ReturnType<typeof parseLogLine>): boolean =>
  message.trim() !== '' && (level === undefined || level >= 40);

/** Explains why a process ended by its last line that names an error, else its last warning or worse, else its last. */
export function lastError(output: string): string {
  const lines = output.split('\n').filter((line) => !/^\s*$|^\s+at |^Node\.js v\d|^[{}\s]*$/.test(line));
  const parsed = lines.map(parseLogLine);
  const named = parsed.findLast(({ level, message }) => level === undefined && /^(Uncaught )?\w*Error\b/.test(message));
  return (named ?? parsed.findLast(isWorthShowing) ?? parsed.at(-1))?.message.trim() ?? 'no output';
}
