import { busUserNames, serviceNames } from '@styling/contracts';
import { OPERATOR, variablesOf } from './programs.ts';

/** Keys of a Secret with examples of their values: those that have to be there, and those that may. */
export type SecretKeys = {
  readonly required: Readonly<Record<string, string>>;
  readonly optional: Readonly<Record<string, string>>;
};

/** Variables that come from a Secret, with examples of their shape. */
const REQUIRED = {
  DATABASE_URL: 'postgres://styling:password@postgres-rw.styling-data.svc:5432/styling?sslmode=no-verify',
  AWS_ACCESS_KEY_ID: 'name',
  AWS_SECRET_ACCESS_KEY: 'password',
  REPLICATE_API_TOKEN: 'r8_token',
};
const OPTIONAL = { SERPAPI_KEY: 'key', EBAY_CLIENT_ID: 'name', EBAY_CLIENT_SECRET: 'password' };

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
    return [secret, { required: known(REQUIRED), optional: known(OPTIONAL) }] as const;
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
