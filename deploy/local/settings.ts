import { join, resolve } from 'node:path';
import { REPOSITORY_DIR } from '@styling/process-rig/repository';

/** Default folder of all data of the stack. */
export const DEFAULT_DATA_DIR = join(REPOSITORY_DIR, '.local');

/** What the user may configure of the local stack. */
export type StackSettings = {
  readonly dataDir: string;
  /** 0: a free one */
  readonly port: number;
  /** 0: a free one */
  readonly imageStorePort: number;
  readonly bucket: string;
  /** The user's own NATS instead of the embedded one; the same for the two below. */
  readonly natsUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly s3Endpoint?: string | undefined;
  /** Address at which clients fetch stored images. */
  readonly imageStoreUrl?: string | undefined;
  /** A mirror of the nats-server releases. */
  readonly natsReleasesUrl?: string | undefined;
  /** Passed to the services, besides what the stack itself sets. */
  readonly environment: NodeJS.ProcessEnv;
};

/**
 * Reads the settings from environment variables.
 * @throws Error of one line naming the invalid variable
 */
export function stackSettings(environment: NodeJS.ProcessEnv): StackSettings {
  const given = (name: string) => environment[name]?.trim() || undefined;
  return {
    dataDir: resolve(given('STYLING_DATA_DIR') ?? DEFAULT_DATA_DIR),
    port: portFrom('PORT', given('PORT'), 8080),
    imageStorePort: portFrom('IMAGE_STORE_PORT', given('IMAGE_STORE_PORT'), 9000),
    bucket: given('S3_BUCKET') ?? 'styling',
    natsUrl: given('NATS_URL'),
    databaseUrl: given('DATABASE_URL'),
    s3Endpoint: given('S3_ENDPOINT'),
    imageStoreUrl: given('IMAGE_STORE_URL'),
    natsReleasesUrl: given('NATS_RELEASES_URL'),
    environment,
  };
}

function portFrom(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new Error(`${name} is not a port: ${value}`);
  return port;
}
