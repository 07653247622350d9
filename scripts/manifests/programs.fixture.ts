import { type capabilityVariables, providerNames, providerOf, readCapabilityConfig } from '@styling/capability';
import { capabilities, serviceNames } from '@styling/contracts';
import { databaseVariables, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';
import { bucketVariables } from '../../deploy/provision/bucket.ts';
import { streamsVariables } from '../../deploy/provision/streams.ts';
import { tablesVariables } from '../../deploy/provision/tables.ts';
import { portalVariables } from '../../services/gateway/config.ts';

type Variables = Parameters<typeof readConfig>[0];
type Config = {
  readonly variables: Variables;
  readonly others?: readonly string[];
  readonly readEnvironment?: (environment: Readonly<Record<string, string>>) => unknown;
};

/** The pod of deploy/k8s/base/operator.yaml waits for commands. */
const OPERATOR = '--eval setTimeout(() => {}, 2 ** 31 - 1)';
const AWS_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const operatorVariables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portalVariables.shape,
});
const capability = (variables: typeof capabilityVariables): Config => ({
  variables,
  others: providerNames.flatMap((name) => Object.keys(providerOf(name).variables.shape)),
  readEnvironment: (environment) => readCapabilityConfig(variables, environment),
});
/** Keyed by the arguments that start them. */
const programs: ReadonlyMap<string, Config> = new Map<string, Config>([
  ...(await Promise.all(
    serviceNames.map(async (name): Promise<[string, Config]> => {
      const { variables } = await import(`../../services/${name}/config.ts`);
      const isCapability = capabilities.some((capability) => capability === name);
      return [`services/${name}/main.ts`, isCapability ? capability(variables) : { variables }];
    }),
  )),
  [
    'deploy/provision/main.ts',
    { variables: tablesVariables.extend(streamsVariables.shape).extend(bucketVariables.shape) },
  ],
  ['deploy/provision/main.ts tables', { variables: tablesVariables }],
  ['deploy/provision/main.ts streams', { variables: streamsVariables }],
  ['deploy/provision/main.ts bucket', { variables: bucketVariables }],
  [OPERATOR, { variables: operatorVariables }],
]);

/** Names of the variables that a program reads, also through the AWS SDK; none if there is no such program. */
export function variablesOf(start: string): readonly string[] {
  const { variables, others = [] } = programs.get(start) ?? {};
  const names = [...Object.keys(variables?.shape ?? {}), ...others];
  return names.includes('S3_BUCKET') ? [...names, ...AWS_CREDENTIALS] : names;
}

/** Unknown variables of the program of `start`, missing credentials, and what its own reading refuses. */
export function environmentViolations(start: string, environment: Readonly<Record<string, string>>): string[] {
  const program = programs.get(start);
  if (!program) return [`no program is started by "${start}"`];
  const variables = variablesOf(start);
  const unknown = Object.keys(environment).filter((name) => !variables.includes(name) && !name.startsWith('OTEL_'));
  const missing = AWS_CREDENTIALS.filter((name) => variables.includes(name) && !environment[name]);
  const found = [...unknown.map((name) => `does not know ${name}`), ...missing.map((name) => `${name} is not set`)];
  try {
    if (program.readEnvironment) program.readEnvironment(environment);
    else readConfig(program.variables, environment);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found.map((violation) => `${start}: ${violation}`);
}
