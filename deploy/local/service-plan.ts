import { join } from 'node:path';
import type { BusUserName } from '@styling/contracts';
import { busKeyFile } from '@styling/local-servers';
import type { ServiceSpec } from '@styling/process-rig';

/** The addresses of everything the services need. */
export interface StackAddresses {
  readonly natsUrl: string;
  /** Where the seeds of the users of the embedded NATS are; undefined for the user's own. */
  readonly natsKeysDir?: string;
  readonly databaseUrl: string;
  readonly s3Endpoint: string;
  readonly bucket: string;
  readonly imageStoreUrl: string;
  readonly port: number;
}

/** The services in the order they stop: who takes requests, who works on them, who answers queries about them. */
export const STOP_STAGES = [['gateway'], ['tryon', 'analysis', 'style'], ['images', 'usage']] as const;

/**
 * What all services, provisioning and key administration get in their environment; see also {@link busEnvironment}.
 * @param environment the user's own; what the stack sets wins
 * @param s3IsEmbedded the embedded store takes any credentials, and the user's real ones are no business of it
 */
export function sharedEnvironment(
  { natsUrl, natsKeysDir, databaseUrl, s3Endpoint, bucket, imageStoreUrl }: StackAddresses,
  environment: Readonly<Record<string, string>>,
  s3IsEmbedded: boolean,
): Record<string, string> {
  const { AWS_PROFILE, AWS_SESSION_TOKEN, PORT, HEALTH_PORT, ...mine } = environment;
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD, ...others } = mine;
  const rest = natsKeysDir ? others : mine;
  const profile = {
    ...(AWS_PROFILE ? { AWS_PROFILE } : {}),
    ...(AWS_SESSION_TOKEN ? { AWS_SESSION_TOKEN } : {}),
  };
  return {
    AWS_REGION: 'us-east-1',
    // Of glibc: threads that ended leave their arenas behind, and large buffers in them (docs/decisions/0013).
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...rest,
    ...(s3IsEmbedded ? { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } : profile),
    NATS_URL: natsUrl,
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: s3Endpoint,
    S3_BUCKET: bucket,
    IMAGE_STORE_URL: imageStoreUrl,
  };
}

/** What one user of the bus gets besides: its own key to the embedded NATS, and no other. */
export const busEnvironment = (
  { natsKeysDir }: Pick<StackAddresses, 'natsKeysDir'>,
  user: BusUserName,
): Record<string, string> => (natsKeysDir ? { NATS_NKEY_FILE: busKeyFile(natsKeysDir, user) } : {});

/**
 * How to run the six services, in their stages of stopping.
 * @param healthPorts one for each service
 */
export function servicePlan(options: {
  repositoryDir: string;
  environment: Readonly<Record<string, string>>;
  addresses: StackAddresses;
  healthPorts: readonly number[];
}): ServiceSpec[][] {
  const { repositoryDir, environment, addresses, healthPorts } = options;
  const free = healthPorts.values();
  return STOP_STAGES.map((names) =>
    names.map((name) => {
      const healthPort = free.next().value;
      if (healthPort === undefined) throw new Error('fewer health ports than services');
      return {
        name,
        command: process.execPath,
        // An absolute path: it tells an orphan of ours from a service of another clone.
        args: [join(repositoryDir, 'services', name, 'main.ts')],
        cwd: repositoryDir,
        env: {
          ...environment,
          ...busEnvironment(addresses, name),
          ...{ PORT: String(name === 'gateway' ? addresses.port : 0), HEALTH_PORT: String(healthPort) },
        },
        readyUrl: `http://127.0.0.1:${healthPort}/readyz`,
      };
    }),
  );
}
