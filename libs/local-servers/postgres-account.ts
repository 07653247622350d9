import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The user a server runs as when it refuses to run as root. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/**
 * The user to run Postgres as: undefined (ourselves) unless we are root, which Postgres refuses to run as; then
 * `postgres` where that user exists, else `nobody`. No user is created.
 * @throws Error when we are root and neither exists
 */
export async function postgresAccount(ourUid = process.getuid?.()): Promise<Account | undefined> {
  if (ourUid !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout);
    const account = await id('-u').then(
      async (uid) => ({ name, uid, gid: await id('-g') }),
      () => undefined,
    );
    if (account) return account;
  }
  throw new Error('Postgres does not run as root, and there is neither a user postgres nor nobody');
}

/** Whether `account` can enter the folder `directory`, which means every folder above it as well. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  const { uid, gid } = account;
  return promisify(execFile)('test', ['-x', directory], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
