import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { lastError } from './log-line.ts';
import { REPOSITORY_DIR } from './repository.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** How to run a script of the repository. */
export type ScriptOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** What the user knows it as; default: its path. */
  readonly name?: string;
  /** Default 60 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Where it is found and run; another one for tests. */
  readonly repositoryDir?: string;
};

/**
 * Runs a script of the repository to its end.
 * @param script its path in the repository
 * @returns its standard output
 * @throws Error of one line when it fails or takes longer than `timeoutMs`; the reason of `signal` when that is aborted
 */
export async function runScript(script: string, args: readonly string[], options: ScriptOptions): Promise<string> {
  const { name = script, env, timeoutMs = DEFAULT_TIMEOUT_MS, signal, repositoryDir = REPOSITORY_DIR } = options;
  signal?.throwIfAborted();
  const path = resolve(repositoryDir, script);
  const spawnOptions = { env, cwd: repositoryDir, detached: true, stdio: ['ignore', 'pipe', 'pipe'] } as const;
  const child = spawn(process.execPath, [path, ...args], { ...spawnOptions, stdio: [...spawnOptions.stdio] });
  const end = () => child.kill('SIGKILL');
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  process.once('exit', end);
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (code === 0) return output;
    signal?.throwIfAborted();
    const how = code === null ? `not done after ${timeoutMs / 1000} s` : `exit code ${code}`;
    throw new Error(`${name} failed (${how}): ${lastError(`${output}\n${errors}`)}`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    process.off('exit', end);
  }
}

/** Creates streams, tables and bucket of a system. @throws Error of one line that says why it failed */
export const provision = async (options: ScriptOptions): Promise<void> =>
  void (await runScript('deploy/provision/main.ts', [], { name: 'provisioning', ...options }));
