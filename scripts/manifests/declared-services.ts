import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ServiceName, serviceNames, serviceOf } from '@styling/contracts';
import { programOf } from './programs.ts';

const FILES = ['README.md', 'config.ts', 'main.ts', 'package.json', 'service.ts'];

/** Whether the folders under `services` are those of the declared services, with what every service has. */
export async function declarationViolations(repository: string): Promise<string[]> {
  const folders = globSync(join(repository, 'services/*/')).map((folder) => basename(folder));
  const undeclared = folders.filter((name) => !(serviceNames as string[]).includes(name));
  const missing = serviceNames.flatMap((name) =>
    [...FILES, ...(serviceOf(name).schema === undefined ? [] : ['migrations'])]
      .filter((file) => !existsSync(join(repository, 'services', name, file)))
      .map((file) => `service ${name}: there is no services/${name}/${file}`),
  );
  if (undeclared.length + missing.length > 0) {
    return [...undeclared.map((name) => `services/${name} is not declared in libs/contracts/services.ts`), ...missing];
  }
  return (await Promise.all(serviceNames.map(capabilityViolations))).flat();
}

/** A service declares what its variables show that it uses: the network lets it reach nothing else. */
async function capabilityViolations(name: ServiceName): Promise<string[]> {
  const variables = (await programOf(`services/${name}/main.ts`))?.variables ?? [];
  const { schema, objectStore } = serviceOf(name);
  return [
    ...(variables.includes('DATABASE_URL') === (schema !== undefined) ? [] : ['schema and DATABASE_URL']),
    ...(variables.includes('S3_BUCKET') === objectStore ? [] : ['objectStore and S3_BUCKET']),
  ].map((what) => `service ${name}: ${what} contradict each other`);
}
