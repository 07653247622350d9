import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { lastWords } from './log-line.ts';

/**
 * Runs a program to its end.
 * @param options.name what the user knows it as
 * @returns its standard output
 * @throws Error of one line when it fails, takes longer than `timeoutMs`, or is given up by `signal`
 */
export async function runOnce(options: {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<string> {
  const { name, command, args, env, cwd, timeoutMs, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
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
    const why = lastWords(`${output}\n${errors}`.split('\n'));
    throw new Error(
      `${name} failed (${code === null ? `not done after ${timeoutMs / 1000} s` : `exit code ${code}`}): ${why}`,
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    process.off('exit', end);
  }
}
