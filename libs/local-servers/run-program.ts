import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Runs a program to its end, in a process group of its own, so that a Ctrl-C in the terminal reaches only us. It is
 * killed after `timeoutMs`, when `signal` is aborted and when we exit.
 * @returns its exit code (null when killed), standard output and standard error
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
