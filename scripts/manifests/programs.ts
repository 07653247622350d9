import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type capabilityVariables, providerVariables, readCapabilityConfig } from '@styling/capability';
import { busUserNames, capabilities, type ServiceName, schemas, serviceNames, serviceOf } from '@styling/contracts';
import { passwordVariable, roleOf } from '@styling/database';
import { databaseVariables, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';
import { bucketVariables } from '../../deploy/provision/bucket.ts';
import { streamsVariables } from '../../deploy/provision/streams.ts';
import { tablesVariables } from '../../deploy/provision/tables.ts';
import { portalVariables } from '../../services/gateway/config.ts';

type Variables = Parameters<typeof readConfig>[0];
type Config = {
  /** Export of a service's `config.ts`. */
  readonly variables: Variables;
  /** Names of variables that it reads besides. */
  readonly others?: readonly string[];
  /** @throws ConfigError */
  readonly readEnvironment?: (environment: Readonly<Record<string, string>>) => unknown;
};

/** Arguments of the pod of deploy/k8s/base/operator.yaml, which waits for commands. */
export const OPERATOR = '--eval setTimeout(() => {}, 2 ** 31 - 1)';
const AWS_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const operatorVariables = z.object({
  ...serviceVariables.shape,
  ...databaseVariables.shape,
  ...objectStoreVariables.shape,
  ...portalVariables.shape,
});
const capability = (variables: typeof capabilityVariables): Config => ({
  variables,
  others: Object.keys(providerVariables),
  readEnvironment: (environment) => readCapabilityConfig(variables, environment),
});
/** The programs of this repository, by the arguments that start them. */
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

/**
 * Compares what a program would be started with against what it reads.
 *
 * @param start the arguments that start it
 * @returns variables it does not know, credentials it would miss, and what its own reading refuses
 */
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

/** Keys of a Secret with examples of their values: those that have to be there, and those that may. */
export type SecretKeys = {
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
};

/** The address of the database for the program with this Secret: a service has a role, provisioning and operators own it. */
export function databaseUrl(secret: string, password: string, host: string): string {
  const { schema } = isService(secret) ? serviceOf(secret) : {};
  return `postgres://${schema === undefined ? 'styling' : roleOf('styling', schema)}:${password}@${host}:5432/styling`;
}

const isService = (name: string): name is ServiceName => (serviceNames as readonly string[]).includes(name);

/** The same with TLS, verified by the authority in ConfigMap data-ca. */
const verified = (secret: string): string =>
  `${databaseUrl(secret, 'password', 'postgres-rw.styling-data.svc')}?sslmode=verify-full&sslrootcert=/run/data-ca/ca.crt`;

/** Variables that come from a Secret, with examples of their shape. */
const REQUIRED = {
  AWS_ACCESS_KEY_ID: 'name',
  AWS_SECRET_ACCESS_KEY: 'password',
  REPLICATE_API_TOKEN: 'r8_token',
  // 32 bytes in base64.
  WEBHOOK_ENCRYPTION_KEY: `${'A'.repeat(43)}=`,
};
const OPTIONAL = {
  OPENAI_IMAGES_API_KEY: 'sk-key',
  OPENAI_CHAT_API_KEY: 'sk-key',
  SERPAPI_KEY: 'key',
  EBAY_CLIENT_ID: 'name',
  EBAY_CLIENT_SECRET: 'password',
  ...Object.fromEntries(schemas.map((schema) => [passwordVariable(schema), 'password'])),
};

const PROGRAMS: readonly (readonly [secret: string, start: string])[] = [
  ...serviceNames.map((name) => [name, `services/${name}/main.ts`] as const),
  ['provision-tables', 'deploy/provision/main.ts tables'],
  ['provision-bucket', 'deploy/provision/main.ts bucket'],
  ['operator', OPERATOR],
];

/** The Secrets of programs by name, each with the variables that its program reads. */
export const programSecrets: Readonly<Record<string, SecretKeys>> = Object.fromEntries(
  PROGRAMS.map(([secret, start]) => {
    const variables = variablesOf(start);
    const known = (examples: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(examples).filter(([name]) => variables.includes(name)));
    return [
      secret,
      { required: known({ DATABASE_URL: verified(secret), ...REQUIRED }), optional: known(OPTIONAL) },
    ] as const;
  }).filter(([, { required, optional }]) => Object.keys({ ...required, ...optional }).length > 0),
);

/** Every Secret of namespace `styling` that is created at installation. */
export const listedSecrets: Readonly<Record<string, SecretKeys>> = {
  ...programSecrets,
  // The listener is another system, which runs elsewhere.
  ...Object.fromEntries(
    busUserNames
      .filter((user) => user !== 'listener')
      .map((user) => [`nats-${user}`, { required: { seed: 'SU' }, optional: {} }]),
  ),
  'edge-tls': { required: { 'tls.crt': 'PEM', 'tls.key': 'PEM' }, optional: {} },
};

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
