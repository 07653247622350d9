import { busUserNames, type ServiceName, schemas, serviceNames, serviceOf } from '@styling/contracts';
import { passwordVariable, roleOf } from '@styling/database';
import { OPERATOR, variablesOf } from './programs.ts';

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

/** The same with TLS, to a server that proves its name to the authority in ConfigMap data-ca. */
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
