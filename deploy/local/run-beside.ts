import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseLogLine } from '@styling/local-servers/run-script';
import { stackSettings } from './settings.ts';

/** The running stack, for commands that work beside it: the process that runs it, and the environment of these commands. */
export type StackFile = { readonly pid: number; readonly environment: Readonly<Record<string, string>> };

const stackFile = (dataDir: string): string => join(dataDir, 'stack.json');

/** Writes `<dataDir>/stack.json`, readable by us only since it has the password of the database and the credentials of the object store. */
export async function writeStackFile(dataDir: string, contents: StackFile): Promise<void> {
  await removeStackFile(dataDir);
  await writeFile(stackFile(dataDir), `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600 });
}

/** Removes it; nothing happens when it is not there. */
export const removeStackFile = (dataDir: string): Promise<void> => rm(stackFile(dataDir), { force: true });

/** The file of the stack that runs on `dataDir`, or undefined when none does. */
export async function readStackFile(dataDir: string): Promise<StackFile | undefined> {
  const text = await readFile(stackFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const contents = JSON.parse(text) as StackFile;
  try {
    process.kill(contents.pid, 0);
    return contents;
  } catch {
    // Left by one that was killed.
    return undefined;
  }
}

/**
 * The environment of a script that works beside the stack that runs on `dataDir`: its addresses, under what is set
 * already, so that the same command works on any deployment.
 * @throws Error of one line when no stack is running
 */
export async function besideEnvironment(dataDir: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const stack = await readStackFile(dataDir);
  if (!stack && !(environment.NATS_URL && environment.DATABASE_URL)) {
    throw new Error('nothing runs here: start the stack with "npm start", or set NATS_URL and DATABASE_URL');
  }
  const { NATS_NKEY_FILE, ...addresses } = stack?.environment ?? {};
  // A key of the embedded server only.
  return { ...addresses, ...(!environment.NATS_URL && { NATS_NKEY_FILE }), ...environment };
}

/**
 * Runs a script beside the running local stack, with the stack's addresses in its environment. Log records on its
 * standard error are appended to `operations.log` of the stack's logs; without a local stack they stay there.
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
  for await (const line of child.stderr ? createInterface({ input: child.stderr }) : []) {
    if (parseLogLine(line).level === undefined) console.error(line);
    else await appendFile(join(logDir, 'operations.log'), `${line}\n`);
  }
  const [code] = await ended;
  return code ?? 1;
}
