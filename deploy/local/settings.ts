import { join, resolve } from 'node:path';
import { REPOSITORY_DIR } from '@styling/local-servers/run-script';

export const DEFAULT_DATA_DIR = join(REPOSITORY_DIR, '.local');

/**
 * Port 0 stands for a free one; `variables` are `environment` trimmed, without blank ones.
 * @throws Error of one line naming the invalid variable
 */
export function stackSettings(environment: NodeJS.ProcessEnv) {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()]);
  const variables: NodeJS.ProcessEnv = Object.fromEntries(trimmed.filter(([, value]) => value));
  return {
    dataDir: resolve(variables.STYLING_DATA_DIR ?? DEFAULT_DATA_DIR),
    port: portFrom('PORT', variables.PORT ?? '8080'),
    imageStorePort: portFrom('IMAGE_STORE_PORT', variables.IMAGE_STORE_PORT ?? '9000'),
    variables,
  };
}

function portFrom(name: string, value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new Error(`${name} is not a port: ${value}`);
  return port;
}
