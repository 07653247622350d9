import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ServiceName, serviceNames, serviceOf } from '@styling/contracts';
import { variablesOf } from './programs.ts';

/** Whether the folders under `services` are those of the declared services, which declare what they use. */
export function declarationViolations(repository: string): string[] {
  const folders = globSync(join(repository, 'services/*/')).map((folder) => basename(folder));
  const undeclared = folders.filter((name) => !(serviceNames as string[]).includes(name));
  return [
    ...undeclared.map((name) => `services/${name} is not declared in libs/contracts/services.ts`),
    ...serviceNames.flatMap(capabilityViolations),
  ];
}

/** A service declares what its variables show that it uses: the network lets it reach nothing else. */
function capabilityViolations(name: ServiceName): string[] {
  const variables = variablesOf(`services/${name}/main.ts`);
  const { schema, objectStore } = serviceOf(name);
  return [
    ...(variables.includes('DATABASE_URL') === (schema !== undefined) ? [] : ['schema and DATABASE_URL']),
    ...(variables.includes('S3_BUCKET') === objectStore ? [] : ['objectStore and S3_BUCKET']),
  ].map((what) => `service ${name}: ${what} contradict each other`);
}
