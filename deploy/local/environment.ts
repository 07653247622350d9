import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BusUserName, busUserNames, type ServiceName, schemas, serviceNames, serviceOf } from '@styling/contracts';
import { accountOf, connectDatabase, passwordVariable, roleOf, withAccount } from '@styling/database';
import { busKeyFile, keptSecret, type Servers } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';

/** Folder of the seeds of the users of the embedded NATS. */
export const natsKeysDirOf = (dataDir: string): string => join(dataDir, 'nats-keys');

/**
 * What each user of the bus gets: the user's `variables`, in which the stack's settings win, and secrets of its own, its
 * nkey, its database account, the webhook key, the passwords to provision.
 */
export async function environmentsOf(
  dataDir: string,
  variables: NodeJS.ProcessEnv,
  addresses: Servers['addresses'],
  show: (line: string) => void,
): Promise<Record<BusUserName, NodeJS.ProcessEnv>> {
  const { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE, ...given } = variables;
  const { PORT, HEALTH_PORT, WEBHOOK_ENCRYPTION_KEY, ...mine } = given;
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD, ...others } = mine;
  const shared = {
    AWS_REGION: 'us-east-1',
    // glibc keeps what bursts of bodies took.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...(mine.NATS_URL ? mine : others),
    // The user's real credentials are not passed to the embedded store.
    ...(mine.S3_ENDPOINT && { AWS_PROFILE, AWS_SESSION_TOKEN, S3_FORCE_PATH_STYLE }),
    ...addresses,
  };
  const webhookKey =
    WEBHOOK_ENCRYPTION_KEY ?? (await keptSecret(join(dataDir, 'webhook-encryption-key'), newWebhookKey));
  const { urls, passwords } = await databaseAccess(addresses.DATABASE_URL, join(dataDir, 'database-passwords'), show);
  const environmentOf = (user: BusUserName): NodeJS.ProcessEnv => ({
    ...shared,
    ...(!mine.NATS_URL && { NATS_NKEY_FILE: busKeyFile(natsKeysDirOf(dataDir), user) }),
    ...(isService(user) && { DATABASE_URL: urls[serviceOf(user).schema ?? ''] }),
    ...(user === 'webhooks' && { WEBHOOK_ENCRYPTION_KEY: webhookKey }),
    ...(user === 'provision' && passwords),
  });
  const all = busUserNames.map((user) => [user, environmentOf(user)]);
  return Object.fromEntries(all);
}

const newWebhookKey = (): string => randomBytes(32).toString('base64');

const isService = (user: BusUserName): user is ServiceName => serviceNames.some((name) => name === user);

/**
 * Gives each schema a role, its password in `<folder>/<schema>` (readable by us only); where the account of `url` may
 * not create roles, all services share it.
 * @returns the address by schema, and the variables with which provisioning makes the roles
 */
async function databaseAccess(url: string, folder: string, show: (line: string) => void) {
  const db = connectDatabase({ url, schema: 'public', log: silentLogger(), connections: 1 });
  const account = await accountOf(db)
    .catch((cause) => {
      throw new Error(`Postgres: ${cause.message}`, { cause });
    })
    .finally(() => db.destroy());
  const urls: Record<string, string> = Object.fromEntries(schemas.map((schema) => [schema, url]));
  const passwords: Record<string, string> = {};
  if (!account.createsRoles) {
    show('Postgres: the account of DATABASE_URL may not create roles, so all services share it');
    return { urls, passwords };
  }
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  for (const schema of schemas) {
    const password = await keptSecret(join(folder, schema));
    passwords[passwordVariable(schema)] = password;
    urls[schema] = withAccount(url, roleOf(account.database, schema), password);
  }
  return { urls, passwords };
}
