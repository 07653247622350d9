import { resolve } from 'node:path';
import { runProgram } from '@styling/local-servers/run-program';
import { lastError, parseLogLine } from './log-line.ts';
import { compileCacheDir, REPOSITORY_DIR } from './repository.ts';

/** How to run a script of the repository. */
export type ScriptOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** What the user knows it as; default: its path. */
  readonly name?: string;
  /** Default 60 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Where it is found and run; another one for tests. */
  readonly repositoryDir?: string;
};

/**
 * Runs a script of the repository to its end. What Node compiles for it is kept for the next run.
 * @param script its path in the repository
 * @returns its standard output
 * @throws Error of one line when it fails or takes longer than `timeoutMs`; the reason of `signal` when that is aborted
 */
export async function runScript(script: string, args: readonly string[], options: ScriptOptions): Promise<string> {
  const { name = script, timeoutMs = 60_000, signal, repositoryDir: cwd = REPOSITORY_DIR } = options;
  const env = { NODE_COMPILE_CACHE: compileCacheDir(cwd), ...options.env };
  const path = resolve(cwd, script);
  const { code, output, errors } = await runProgram(process.execPath, [path, ...args], { env, cwd, timeoutMs, signal });
  if (code === 0) return output;
  const how = code === null ? `not done after ${timeoutMs / 1000} s` : `exit code ${code}`;
  throw new Error(`${name} failed (${how}): ${lastError(`${output}\n${errors}`)}`);
}

/** Creates streams, tables and bucket of a system. @returns its warnings @throws Error of one line that says why it failed */
export async function provision(options: ScriptOptions): Promise<string[]> {
  const output = await runScript('deploy/provision/main.ts', [], { name: 'provisioning', ...options });
  const lines = output.split('\n').map(parseLogLine);
  return lines.filter(({ level = 0 }) => level >= 40).map(({ message }) => message);
}
