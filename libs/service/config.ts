import { z } from 'zod';

/** Names every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a frozen configuration; an empty variable counts as unset. @throws ConfigError with names, never values */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<Schema>> {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(set);
  if (parsed.success) return Object.freeze(parsed.data);
  const violations = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return name in set ? `${name}: ${issue.message}` : `${name} is not set`;
  });
  throw new ConfigError(violations.join('; '));
}

const port = z.coerce.number().int().min(0).max(65_535);
export const positiveInteger = z.coerce.number().int().positive();
const truth = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
/** True for `1` or `true`; false for `0`, `false` or unset. */
export const flag = truth.default(false);

const host = z.string().optional();

/** Variables of every service; `busAccess` reads the NATS credentials. Descriptions make up `docs/configuration.md`. */
export const serviceVariables = z.object({
  HEALTH_PORT: port.default(0).describe('port of `/livez`, `/readyz` and `/metrics`; 0: any free port'),
  HEALTH_HOST: host.describe(
    'address the health port listens on; unset: loopback under `npm start`, else all interfaces',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('log level; logs are JSON lines, locally in `.local/logs/`'),
  NATS_URL: z.string().describe('NATS 2.9 or later with JetStream; with `tls://` only over TLS'),
  NATS_CA_FILE: z
    .string()
    .optional()
    .describe("PEM file of the authority that issued NATS' certificate; TLS is then required"),
  NATS_NKEY_FILE: z.string().optional().describe("file of the seed of the service's nkey ([nats.md](nats.md))"),
  NATS_USER: z.string().optional().describe('user name, for a NATS with passwords'),
  NATS_PASSWORD: z.string().optional().describe('its password'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe(
      'where traces and metrics are exported; nothing is exported without it. Other `OTEL_*` variables apply too',
    ),
});

export const databaseVariables = z.object({
  DATABASE_URL: z
    .string()
    .describe(
      'Postgres; `?sslmode=verify-full&sslrootcert=…` for TLS, `pgbouncer=true` behind [a pooler](runbook.md#a-connection-pooler)',
    ),
});

/** Object store; the credentials are those of the AWS SDK. */
export const objectStoreVariables = z.object({
  S3_ENDPOINT: z.string().optional().describe('address of an S3 store; unset: Amazon S3'),
  S3_BUCKET: z.string().describe('name of the bucket'),
  S3_FORCE_PATH_STYLE: truth
    .optional()
    .describe(
      '`1`: the bucket is in the path of addresses; `0`: in their host. Default: `1` with `S3_ENDPOINT`, else `0`',
    ),
  AWS_REGION: z.string().default('us-east-1').describe('region of the bucket'),
});

export const portVariables = z.object({
  PORT: port.default(8080).describe('port of the API and the portal'),
  LISTEN_HOST: host.describe(
    'address the API listens on; unset: loopback under `npm start`, else all interfaces. `0.0.0.0` opens it to other machines',
  ),
});
