import { join, resolve } from 'node:path';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';

export const DEFAULT_DATA_DIR = join(REPOSITORY_DIR, '.local');

export type StackSettings = ReturnType<typeof stackSettings>;

/** Port 0 stands for a free one. @throws Error of one line naming the invalid variable */
export function stackSettings(environment: NodeJS.ProcessEnv) {
  const given = (name: string) => environment[name]?.trim() || undefined;
  return {
    dataDir: resolve(given('STYLING_DATA_DIR') ?? DEFAULT_DATA_DIR),
    port: portFrom('PORT', given('PORT'), 8080),
    imageStorePort: portFrom('IMAGE_STORE_PORT', given('IMAGE_STORE_PORT'), 9000),
    bucket: given('S3_BUCKET') ?? 'styling',
    natsUrl: given('NATS_URL'),
    databaseUrl: given('DATABASE_URL'),
    s3Endpoint: given('S3_ENDPOINT'),
    s3ForcePathStyle: given('S3_FORCE_PATH_STYLE'),
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
