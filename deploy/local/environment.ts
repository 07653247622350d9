import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BusUserName, type ServiceName, schemas, serviceNames, serviceOf } from '@styling/contracts';
import { accountOf, connectDatabase, passwordVariable, roleOf, withAccount } from '@styling/database';
import {
  addressVariables,
  busKeyFile,
  keptPassword,
  type ServerAddresses,
  type StoreCredentials,
} from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';

export type StackAddresses = ServerAddresses & {
  /** Folder of the seeds of the users of the embedded NATS; undefined for the user's own. */
  readonly natsKeysDir?: string;
  /** Undefined for a store of the user's own. */
  readonly storeCredentials?: StoreCredentials;
  readonly databaseAccess: Awaited<ReturnType<typeof databaseAccess>>;
  /** `WEBHOOK_ENCRYPTION_KEY`, for one service only. */
  readonly webhookKey: string;
  readonly port: number;
};

/** What all services, provisioning and key administration get; the stack's settings win. See {@link ownEnvironment}. */
export function sharedEnvironment(addresses: StackAddresses, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE, ...given } = environment;
  const { PORT, HEALTH_PORT, WEBHOOK_ENCRYPTION_KEY, ...mine } = given;
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD, ...others } = mine;
  return {
    AWS_REGION: 'us-east-1',
    // glibc keeps what bursts of bodies took.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...(addresses.natsKeysDir ? others : mine),
    // The user's real credentials are not passed to the embedded store.
    ...(addresses.storeCredentials ?? { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE }),
    ...addressVariables(addresses),
  };
}

/** Secrets of one user of the bus: its nkey, its own database account, the webhook key, the passwords to provision. */
export function ownEnvironment(
  { natsKeysDir, databaseAccess, webhookKey }: Pick<StackAddresses, 'natsKeysDir' | 'databaseAccess' | 'webhookKey'>,
  user: BusUserName,
): NodeJS.ProcessEnv {
  return {
    ...(natsKeysDir && { NATS_NKEY_FILE: busKeyFile(natsKeysDir, user) }),
    ...(isService(user) && { DATABASE_URL: databaseAccess.urls[serviceOf(user).schema ?? ''] }),
    ...(user === 'webhooks' && { WEBHOOK_ENCRYPTION_KEY: webhookKey }),
    ...(user === 'provision' && databaseAccess.passwords),
  };
}

const isService = (user: BusUserName): user is ServiceName => serviceNames.some((name) => name === user);

/**
 * Gives each schema a role, its password in `<folder>/<schema>` (readable by us only); where the account of `url` may
 * not create roles, all services share it.
 * @returns the address by schema, and the variables with which provisioning makes the roles
 */
export async function databaseAccess(url: string, folder: string, show: (line: string) => void) {
  const db = connectDatabase({ url, schema: 'public', log: silentLogger(), connections: 1 });
  const account = await accountOf(db)
    .catch((cause) => {
      throw new Error(`Postgres: ${cause.message}`, { cause });
    })
    .finally(() => db.destroy());
  if (!account.createsRoles) {
    show('Postgres: the account of DATABASE_URL may not create roles, so all services share it');
    const urls: Record<string, string> = Object.fromEntries(schemas.map((schema) => [schema, url]));
    return { urls, passwords: {} };
  }
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const urls: Record<string, string> = {};
  const passwords: Record<string, string> = {};
  for (const schema of schemas) {
    const password = await keptPassword(join(folder, schema));
    passwords[passwordVariable(schema)] = password;
    urls[schema] = withAccount(url, roleOf(account.database, schema), password);
  }
  return { urls, passwords };
}

/** The address of a bucket's objects, without a slash at its end; `forcePathStyle` is `S3_FORCE_PATH_STYLE`. */
export function bucketAddress(endpoint: string, bucket: string, forcePathStyle?: string): string {
  const address = new URL(endpoint);
  if (forcePathStyle === '0' || forcePathStyle === 'false') address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname = `${address.pathname.replace(/\/+$/, '')}/${bucket}`;
  return address.href.replace(/\/+$/, '');
}
