import { databaseVariables, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { bucketVariables } from '../../deploy/provision/bucket.ts';
import { streamsVariables } from '../../deploy/provision/streams.ts';
import { tablesVariables } from '../../deploy/provision/tables.ts';
import { analysisVariables, readAnalysisConfig } from '../../services/analysis/config.ts';
import { gatewayVariables } from '../../services/gateway/config.ts';
import { imagesVariables } from '../../services/images/config.ts';
import { readStyleConfig, styleVariables } from '../../services/style/config.ts';
import { readTryOnConfig, tryOnVariables } from '../../services/tryon/config.ts';
import { usageVariables } from '../../services/usage/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program of this repository: the variables it declares, and how it reads them. */
export type Program = { readonly variables: readonly string[]; readonly read: (environment: Environment) => unknown };

type Declared = Parameters<typeof readConfig>[0];
const program = (
  declared: Declared,
  read = (environment: Environment): unknown => readConfig(declared, environment),
) => ({
  variables: Object.keys(declared.shape),
  read,
});

const WAITING = '--eval setTimeout(() => {}, 2 ** 31 - 1)';

/** By the arguments that start it, e.g. `services/gateway/main.ts`. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  'services/gateway/main.ts': program(gatewayVariables),
  'services/tryon/main.ts': program(tryOnVariables, readTryOnConfig),
  'services/analysis/main.ts': program(analysisVariables, readAnalysisConfig),
  'services/style/main.ts': program(styleVariables, readStyleConfig),
  'services/images/main.ts': program(imagesVariables),
  'services/usage/main.ts': program(usageVariables),
  'deploy/provision/main.ts tables': program(tablesVariables),
  'deploy/provision/main.ts streams': program(streamsVariables),
  'deploy/provision/main.ts bucket': program(bucketVariables),
  // The pod of deploy/k8s/base/operator.yaml waits for commands to be run in it.
  [WAITING]: program(serviceVariables.extend(databaseVariables.shape).extend(objectStoreVariables.shape)),
  'deploy/provision/main.ts': program(tablesVariables.extend(streamsVariables.shape).extend(bucketVariables.shape)),
};

/** What the AWS SDK reads by itself, where a program has an object store. */
const AWS_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/**
 * Holds what a program would be started with against what it reads.
 *
 * @param start the arguments that start it
 * @returns variables it does not know, credentials it would miss, and what its own reading says
 */
export function environmentFaults(start: string, environment: Readonly<Record<string, string>>): string[] {
  const program = PROGRAMS[start];
  if (!program) return [`no program is started by "${start}"`];
  const credentials = program.variables.includes('S3_BUCKET') ? AWS_CREDENTIALS : [];
  const known = [...program.variables, ...credentials];
  const unknown = Object.keys(environment).filter((name) => !known.includes(name) && !name.startsWith('OTEL_'));
  const faults = [
    ...unknown.map((name) => `does not know ${name}`),
    ...credentials.filter((name) => !environment[name]).map((name) => `${name} is not set`),
  ];
  try {
    program.read(environment);
  } catch (error) {
    faults.push((error as Error).message);
  }
  return faults.map((fault) => `${start}: ${fault}`);
}
