import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseLogLine } from '@styling/local-servers/run-script';
import { stackSettings } from './settings.ts';

export type StackFile = { readonly pid: number; readonly environment: Readonly<Record<string, string>> };

const stackFile = (dataDir: string): string => join(dataDir, 'stack.json');

/** Writes `<dataDir>/stack.json`, readable by us only: it holds credentials. */
export async function writeStackFile(dataDir: string, contents: StackFile): Promise<void> {
  await removeStackFile(dataDir);
  await writeFile(stackFile(dataDir), `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600 });
}

/** Removes it; idempotent. */
export const removeStackFile = (dataDir: string): Promise<void> => rm(stackFile(dataDir), { force: true });

/** Reads the file of the stack running on `dataDir`; undefined when none runs. */
export async function readStackFile(dataDir: string): Promise<StackFile | undefined> {
  const text = await readFile(stackFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const contents = JSON.parse(text) as StackFile;
  try {
    process.kill(contents.pid, 0);
    return contents;
  } catch {
    // Left by a killed stack.
    return undefined;
  }
}

/** The stack's addresses, overridden by what is set already. @throws Error of one line when no stack is running */
export async function besideEnvironment(dataDir: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const stack = await readStackFile(dataDir);
  if (!stack && !(environment.NATS_URL && environment.DATABASE_URL)) {
    throw new Error('nothing runs here: start the stack with "npm start", or set NATS_URL and DATABASE_URL');
  }
  const { NATS_NKEY_FILE, ...addresses } = stack?.environment ?? {};
  return { ...addresses, ...(!environment.NATS_URL && { NATS_NKEY_FILE }), ...environment };
}

/** Runs a script, its log in `operations.log`. @returns its exit code; 1 when no stack is running */
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
  for await (const line of child.stderr ? createInterface({ input: child.stderr }) : []) {
    if (parseLogLine(line).level === undefined) console.error(line);
    else await appendFile(join(logDir, 'operations.log'), `${line}\n`);
  }
  const [code] = await ended;
  return code ?? 1;
}
