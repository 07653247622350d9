import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseLogLine } from '@styling/process-rig/log-line';
import { besideEnvironment } from './beside-environment.ts';
import { stackSettings } from './settings.ts';
import { readStackFile } from './stack-file.ts';

/**
 * Runs a script beside the running local stack, with the stack's addresses in its environment. Log records on its
 * standard error are appended to `operations.log` of the stack's logs; without a local stack they stay there.
 *
 * @returns the script's exit code; 1, after one line on standard error, when no stack is running
 */
export async function runBeside(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { dataDir } = stackSettings(environment);
  const env = await besideEnvironment(dataDir, environment).catch((error: Error) => console.error(error.message));
  if (!env) return 1;
  const isLocal = (await readStackFile(dataDir)) !== undefined;
  const logDir = join(dataDir, 'logs');
  // Before the script starts: lines of an output that has ended are never read, nor is its end.
  if (isLocal) await mkdir(logDir, { recursive: true });
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['inherit', 'inherit', isLocal ? 'pipe' : 'inherit'],
    env,
  });
  const ended = once(child, 'exit');
  if (child.stderr) await splitOutput(child.stderr, logDir);
  const [code] = await ended;
  return code ?? 1;
}

/** Log records to the file, everything else to the terminal, line by line until `output` ends. */
async function splitOutput(output: Readable, logDir: string): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    if (parseLogLine(line).level === undefined) console.error(line);
    else await appendFile(join(logDir, 'operations.log'), `${line}\n`);
  }
}
