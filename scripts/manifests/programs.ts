import { serviceNames } from '@styling/contracts';
import { databaseVariables, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { bucketVariables } from '../../deploy/provision/bucket.ts';
import { streamsVariables } from '../../deploy/provision/streams.ts';
import { tablesVariables } from '../../deploy/provision/tables.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Variables = Parameters<typeof readConfig>[0];

/** A program of this repository: the variables it reads, and how. */
type Program = {
  /** Names, with those that the AWS SDK reads itself where there is an object store. */
  readonly variables: readonly string[];
  /** @throws ConfigError */
  readonly read: (environment: Environment) => unknown;
};

/** What the pod of deploy/k8s/base/operator.yaml runs while it waits for commands. */
export const OPERATOR = '--eval setTimeout(() => {}, 2 ** 31 - 1)';
const AWS_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const others: Readonly<Record<string, Variables>> = {
  'deploy/provision/main.ts': tablesVariables.extend(streamsVariables.shape).extend(bucketVariables.shape),
  'deploy/provision/main.ts tables': tablesVariables,
  'deploy/provision/main.ts streams': streamsVariables,
  'deploy/provision/main.ts bucket': bucketVariables,
  [OPERATOR]: serviceVariables.extend(databaseVariables.shape).extend(objectStoreVariables.shape),
};

/**
 * The program that these arguments start, e.g. `services/gateway/main.ts`. A service's `config.ts` exports `variables`,
 * and `readEnvironment` where more than the variables decides.
 *
 * @throws Error when a declared service has no `config.ts`
 */
async function programOf(start: string): Promise<Program | undefined> {
  type Config = { variables?: Variables; readEnvironment?: Program['read'] };
  const service = serviceNames.find((name) => start === `services/${name}/main.ts`);
  const config: Config = service ? await import(`../../services/${service}/config.ts`) : { variables: others[start] };
  const { variables, readEnvironment } = config;
  if (!variables) return undefined;
  const names = Object.keys(variables.shape);
  return {
    variables: names.includes('S3_BUCKET') ? [...names, ...AWS_CREDENTIALS] : names,
    read: readEnvironment ?? ((environment) => readConfig(variables, environment)),
  };
}

/** The variables that the program of these arguments reads; none if there is no such program. */
export const variablesOf = async (start: string): Promise<readonly string[]> =>
  (await programOf(start))?.variables ?? [];

/**
 * Compares what a program would be started with against what it reads.
 *
 * @param start the arguments that start it
 * @returns variables it does not know, credentials it would miss, and what its own reading refuses
 */
export async function environmentViolations(
  start: string,
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const program = await programOf(start);
  if (!program) return [`no program is started by "${start}"`];
  const { variables, read } = program;
  const unknown = Object.keys(environment).filter((name) => !variables.includes(name) && !name.startsWith('OTEL_'));
  const missing = AWS_CREDENTIALS.filter((name) => variables.includes(name) && !environment[name]);
  const found = [...unknown.map((name) => `does not know ${name}`), ...missing.map((name) => `${name} is not set`)];
  try {
    read(environment);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found.map((violation) => `${start}: ${violation}`);
}
