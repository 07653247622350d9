import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/**
 * Runs a script in a process of its own, so that a test can kill it; it is killed when the test has finished. Its output is piped, its
 * errors are the test's own.
 *
 * @param environment variables beside those of the test
 */
export function startScript(
  script: URL,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Waits until a process has ended. @returns the lines of its output */
export async function outputOf(child: ChildProcess): Promise<string[]> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString().trim().split('\n');
}
