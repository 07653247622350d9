import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether this machine has Python 3. That programs in it are not run is printed. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('NOT RUN: the programs in Python, as there is no python3 here');

/** A program and where it runs. */
export type PythonRun = { readonly cwd: string; readonly apiKey: string; readonly args?: readonly string[] };

/**
 * Runs a program with the standard library alone.
 *
 * @returns what it prints
 * @throws Error with its traceback when it fails
 */
export async function runPython(program: string, { cwd, apiKey, args = [] }: PythonRun): Promise<string> {
  // Isolated: no other package, no variable of the machine's own.
  const env = { PATH: process.env.PATH, STYLING_API_KEY: apiKey };
  const { stdout } = await promisify(execFile)('python3', ['-I', '-S', '-c', program, ...args], { cwd, env });
  return stdout;
}
