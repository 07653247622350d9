import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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
async function readStackFile(dataDir: string): Promise<StackFile | undefined> {
  try {
    const contents: StackFile = JSON.parse(await readFile(stackFile(dataDir), 'utf8'));
    process.kill(contents.pid, 0);
    return contents;
  } catch {
    // None, or left by a killed stack.
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
  return { ...addresses, ...(!environment.NATS_URL && NATS_NKEY_FILE && { NATS_NKEY_FILE }), ...environment };
}

/** Runs a script in this process, with the stack's addresses. Sets exit code 1 when no stack is running. */
export async function runBeside(script: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  try {
    Object.assign(environment, await besideEnvironment(stackSettings(environment).dataDir, environment));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(resolve(script)).href);
}
