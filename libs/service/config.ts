import { z } from 'zod';

/** A service's configuration is invalid; the message names every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads a service's configuration from environment variables, once.
 *
 * @param schema one member per variable; an empty variable counts as unset
 * @returns the frozen configuration
 * @throws ConfigError naming each variable that is missing or wrong, never its value
 */
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
/** A positive integer: a number of seconds, requests, … */
export const positiveInteger = z.coerce.number().int().positive();
const truth = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
/** True for `1` or `true`; false for `0`, `false` or unset. */
export const flag = truth.default(false);

/** An address of this machine to listen on; unset: all of them, as a container needs. */
const host = z.string().optional();

/** Variables of every service. Port 0 takes any free port; `busAccess` reads the NATS credentials. */
export const serviceVariables = z.object({
  HEALTH_PORT: port.default(0),
  HEALTH_HOST: host,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NATS_URL: z.string(),
  NATS_CA_FILE: z.string().optional(),
  NATS_NKEY_FILE: z.string().optional(),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
});

/** Variables of a service that has a database. */
export const databaseVariables = z.object({ DATABASE_URL: z.string() });

/** Variables of a service that uses the object store; the credentials are those of the AWS SDK. */
export const objectStoreVariables = z.object({
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string(),
  /** Whether the bucket is in the path of addresses, else in their host; default: in the path where there is an endpoint. */
  S3_FORCE_PATH_STYLE: truth.optional(),
  AWS_REGION: z.string().default('us-east-1'),
});

/** Variables of a service with a public port. */
export const portVariables = z.object({ PORT: port.default(8080), LISTEN_HOST: host });
