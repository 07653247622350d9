import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreCredentials } from '@styling/local-servers';

/** Where the parts of a running stack are, for commands that work beside it. */
export type StackFile = {
  readonly nats_url: string;
  /** What such commands prove themselves with to the embedded NATS. */
  readonly nats_nkey_file?: string;
  readonly database_url: string;
  readonly s3_endpoint: string;
  readonly s3_bucket: string;
  /** `S3_FORCE_PATH_STYLE` of the user's own object store. */
  readonly s3_force_path_style?: string;
  /** Those of the embedded object store. */
  readonly s3_credentials?: StoreCredentials;
  readonly image_store_url: string;
  readonly api_url: string;
  /** of the process that runs the stack */
  readonly pid: number;
};

const NAME = 'stack.json';

/** Writes `<dataDir>/stack.json`, readable by us only since it has the password of the database and the credentials of the object store. */
export async function writeStackFile(dataDir: string, contents: StackFile): Promise<void> {
  await removeStackFile(dataDir);
  await writeFile(join(dataDir, NAME), `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600 });
}

/** Removes it; nothing happens when it is not there. */
export async function removeStackFile(dataDir: string): Promise<void> {
  await rm(join(dataDir, NAME), { force: true });
}

/** The file of the stack that runs on `dataDir`, or undefined when none does. */
export async function readStackFile(dataDir: string): Promise<StackFile | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => undefined);
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
