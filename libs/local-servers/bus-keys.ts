import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorizationConfig, newUserNkey, nkeyFromSeed } from '@styling/bus';
import { type BusUserName, busUserNames } from '@styling/contracts';

/**
 * Makes sure that every user of the bus has an nkey: seeds in `<folder>/<user>.nk`, readable by us only. Existing
 * ones are kept.
 * @returns the `authorization` block with exactly these users
 * @throws Error naming the file that holds no seed
 */
export async function localBusKeys(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const publicKeys = new Map<BusUserName, string>();
  for (const user of busUserNames) publicKeys.set(user, await publicKeyOf(busKeyFile(folder, user)));
  return authorizationConfig((user) => publicKeys.get(user) as string);
}

/** The file of a user's seed, for `NATS_NKEY_FILE`. */
export const busKeyFile = (folder: string, user: BusUserName): string => join(folder, `${user}.nk`);

async function publicKeyOf(file: string): Promise<string> {
  if (!existsSync(file)) {
    const { seed, publicKey } = newUserNkey();
    await writeFile(file, `${seed}\n`, { mode: 0o600 });
    return publicKey;
  }
  try {
    return nkeyFromSeed((await readFile(file, 'utf8')).trim()).publicKey;
  } catch (cause) {
    throw new Error(`${file} holds no seed of an nkey: remove it to get a new one`, { cause });
  }
}
