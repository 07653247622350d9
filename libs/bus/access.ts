import { readFileSync } from 'node:fs';
import { type Authenticator, nkeyAuthenticator, nkeys, usernamePasswordAuthenticator } from '@nats-io/transport-node';
import type { BusUserName } from '@styling/contracts';
import { ConfigError } from '@styling/service';
import type { BusOptions } from './connect.ts';

/** Variables of address and credentials of the bus. */
export type BusVariables = {
  readonly NATS_URL: string;
  /** File of the seed (`SU…`) of the user's nkey. */
  readonly NATS_NKEY_FILE?: string | undefined;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
};

/**
 * How `user` connects: with an nkey, a password, or without credentials.
 *
 * @throws ConfigError when both are given, only one of user and password, or a file without a seed
 */
export function busAccess(
  variables: BusVariables,
  user: BusUserName,
): Pick<BusOptions, 'servers' | 'name' | 'user' | 'authenticator'> {
  const authenticator = authenticatorOf(variables);
  return { servers: variables.NATS_URL, name: user, user, ...(authenticator ? { authenticator } : {}) };
}

function authenticatorOf(variables: BusVariables): Authenticator | undefined {
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD } = variables;
  if (NATS_NKEY_FILE !== undefined) {
    if (NATS_USER !== undefined) throw new ConfigError('NATS_NKEY_FILE and NATS_USER are both set');
    readSeed(NATS_NKEY_FILE);
    // Read again at every connection: a seed may be exchanged under a running process.
    return nkeyAuthenticator(() => readSeed(NATS_NKEY_FILE));
  }
  if (NATS_USER === undefined && NATS_PASSWORD === undefined) return undefined;
  if (NATS_USER === undefined) throw new ConfigError('NATS_USER is not set');
  if (NATS_PASSWORD === undefined) throw new ConfigError('NATS_PASSWORD is not set');
  return usernamePasswordAuthenticator(NATS_USER, NATS_PASSWORD);
}

function readSeed(file: string): Uint8Array {
  try {
    const seed = new TextEncoder().encode(readFileSync(file, 'utf8').trim());
    nkeys.fromSeed(seed);
    return seed;
  } catch (cause) {
    throw new ConfigError('NATS_NKEY_FILE: no seed of an nkey can be read from it', { cause });
  }
}
