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

/** The addresses of everything the services need. */
export type StackAddresses = ServerAddresses & {
  /** Where the seeds of the users of the embedded NATS are; undefined for the user's own. */
  readonly natsKeysDir?: string;
  /** Credentials of the embedded object store; undefined for a store of the user's own. */
  readonly storeCredentials?: StoreCredentials;
  readonly databaseAccess: Awaited<ReturnType<typeof databaseAccess>>;
  /** `WEBHOOK_ENCRYPTION_KEY` of the service that needs it, and of no other. */
  readonly webhookKey: string;
  readonly port: number;
};

/**
 * What all services, provisioning and key administration get in their environment; see also {@link ownEnvironment}.
 * @param environment the user's own; what the stack sets wins
 */
export function sharedEnvironment(addresses: StackAddresses, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE, ...given } = environment;
  const { PORT, HEALTH_PORT, WEBHOOK_ENCRYPTION_KEY, ...mine } = given;
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD, ...others } = mine;
  return {
    AWS_REGION: 'us-east-1',
    // glibc keeps what bursts of bodies took; the engine’s process has settings of its own.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...(addresses.natsKeysDir ? others : mine),
    // The embedded store has credentials and a style of its own, so the user's real ones are not passed on.
    ...(addresses.storeCredentials ?? { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE }),
    ...addressVariables(addresses),
  };
}

/**
 * What one user of the bus gets besides: its own key to the embedded NATS, and no other; a service the address of the
 * database with its own account, if it has a schema; `webhooks` the key that it encrypts with; provisioning the passwords of
 * these accounts.
 */
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
 * A role for each schema, with a password that is kept in `<folder>/<schema>` (readable by us only); if the account of
 * `url` may not create roles, all services share it.
 * @param show called with one line if they do
 * @returns the address for the service that owns a schema, by schema, and the variables with which provisioning makes the roles
 * @throws Error when the database cannot be reached
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

/**
 * The address of a bucket's objects, without a slash at its end, at a store.
 * @param forcePathStyle `S3_FORCE_PATH_STYLE`: `0` or `false` for a bucket in the host
 */
export function bucketAddress(endpoint: string, bucket: string, forcePathStyle?: string): string {
  const address = new URL(endpoint);
  if (forcePathStyle === '0' || forcePathStyle === 'false') address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname = `${address.pathname.replace(/\/+$/, '')}/${bucket}`;
  return address.href.replace(/\/+$/, '');
}
