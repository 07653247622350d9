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
  readonly natsUrl?: string;
  readonly databaseUrl?: string;
  readonly s3Endpoint?: string;
  /** Address at which clients fetch stored images. */
  readonly imageStoreUrl?: string;
  /** A mirror of the nats-server releases. */
  readonly natsReleasesUrl?: string;
  /** Passed to the services, besides what the stack itself sets. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * Reads the settings from environment variables.
 * @throws Error of one line naming the invalid variable
 */
export function stackSettings(variables: Readonly<Record<string, string | undefined>>): StackSettings {
  const environment = Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const given = (name: string) => environment[name]?.trim() || undefined;
  const optional = (key: keyof StackSettings, name: string) => {
    const value = given(name);
    return value === undefined ? {} : { [key]: value };
  };
  return {
    dataDir: resolve(given('STYLING_DATA_DIR') ?? DEFAULT_DATA_DIR),
    port: portFrom('PORT', given('PORT'), 8080),
    imageStorePort: portFrom('IMAGE_STORE_PORT', given('IMAGE_STORE_PORT'), 9000),
    bucket: given('S3_BUCKET') ?? 'styling',
    ...optional('natsUrl', 'NATS_URL'),
    ...optional('databaseUrl', 'DATABASE_URL'),
    ...optional('s3Endpoint', 'S3_ENDPOINT'),
    ...optional('imageStoreUrl', 'IMAGE_STORE_URL'),
    ...optional('natsReleasesUrl', 'NATS_RELEASES_URL'),
    environment,
  };
}

function portFrom(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new Error(`${name} is not a port: ${value}`);
  return port;
}
