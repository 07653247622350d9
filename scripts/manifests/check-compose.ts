import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { environmentFaults } from './programs.ts';

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string | number | null>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
};
/** A compose file as it is read, with its aliases resolved. */
export type Compose = { services: Record<string, Service>; volumes?: Record<string, object> };

/**
 * Holds a compose file against the Compose Specification's schema, and what it starts against the programs of this
 * repository.
 *
 * @param file its path: what it mounts lies beside it
 */
export function checkCompose(compose: Compose, file: string): string[] {
  const bySchema = schemaFaults(compose);
  if (bySchema.length > 0) return bySchema;
  return Object.entries(compose.services).flatMap(([name, service]) =>
    [
      ...startFaults(service),
      ...dependencyFaults(service, compose),
      ...mountFaults(service, compose, dirname(file)),
      ...(/:(?!latest$)[\w.-]+$/.test(service.image ?? '') ? [] : [`image ${service.image} has no version`]),
      ...(service.ports ?? [])
        .filter((port) => !port.startsWith('127.0.0.1:'))
        .map((port) => `port ${port} is open to all`),
    ].map((fault) => `${name}: ${fault}`),
  );
}

/** What the specification calls a duration; JSON Schema's own format of that name is another. */
const DURATION = /^(\d+(\.\d+)?(us|ms|s|m|h))+$/;

function schemaFaults(compose: Compose): string[] {
  const linter = createRequire(import.meta.url).resolve('dclint');
  const schema = JSON.parse(readFileSync(join(dirname(linter), '../schemas/compose.schema.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, formats: { duration: DURATION } });
  for (const format of ['ports', 'expose', 'subnet_ip_address', 'uri', 'duration']) ajv.formats[format] ??= true;
  delete schema.$schema;
  const validate = ajv.compile(schema);
  if (validate(compose)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function startFaults({ image, command = [], environment = {} }: Service): string[] {
  if (!image?.startsWith('styling:')) return [];
  const set = Object.entries(environment).map(([name, value]) => [name, readerValue(String(value ?? ''))]);
  return environmentFaults(command.join(' '), Object.fromEntries(set));
}

/** What `${NAME:-default}` becomes where the caller sets nothing. */
const readerValue = (value: string): string => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

function dependencyFaults({ depends_on = {} }: Service, { services }: Compose): string[] {
  return Object.entries(depends_on).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (!other) return [`waits for ${name}, which there is not`];
    return condition === 'service_healthy' && !other.healthcheck
      ? [`waits for the health of ${name}, which tells none`]
      : [];
  });
}

function mountFaults({ volumes = [] }: Service, compose: Compose, folder: string): string[] {
  return volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .filter(
      (source) => !(source.startsWith('.') ? existsSync(join(folder, source)) : source in (compose.volumes ?? {})),
    )
    .map((source) => `mounts ${source}, which there is not`);
}
