import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Authenticator,
  nkeyAuthenticator,
  nkeys,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import type { BusUserName } from '@styling/contracts';
import { ConfigError, failureLine } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { type Bus, type BusOptions, connectBus } from './connect.ts';

export type BusVariables = { readonly NATS_URL: string } & {
  readonly [Name in 'NATS_CA_FILE' | 'NATS_NKEY_FILE' | 'NATS_USER' | 'NATS_PASSWORD']?: string | undefined;
};

/** Verified TLS if the address has `tls://` or an authority's file is set. @throws ConfigError on bad credentials */
export function busAccess(
  variables: BusVariables,
  user: BusUserName,
): Pick<BusOptions, 'servers' | 'name' | 'user' | 'authenticator' | 'tls'> {
  const { NATS_URL: servers } = variables;
  return { servers, name: user, user, authenticator: authenticatorOf(variables), tls: tlsOf(variables) };
}

function tlsOf({ NATS_URL, NATS_CA_FILE }: BusVariables): TlsOptions | undefined {
  if (NATS_CA_FILE === undefined) return NATS_URL.includes('tls://') ? {} : undefined;
  try {
    new X509Certificate(readFileSync(NATS_CA_FILE));
  } catch (cause) {
    throw new ConfigError('NATS_CA_FILE: no certificate can be read from it', { cause });
  }
  // Read again at every connection: an authority can be rotated under a running process.
  return { caFile: NATS_CA_FILE };
}

function authenticatorOf(variables: BusVariables): Authenticator | undefined {
  const { NATS_NKEY_FILE, NATS_USER, NATS_PASSWORD } = variables;
  if (NATS_NKEY_FILE !== undefined) {
    if (NATS_USER !== undefined) throw new ConfigError('NATS_NKEY_FILE and NATS_USER are both set');
    readSeed(NATS_NKEY_FILE);
    // Read again at every connection: a seed can be rotated under a running process.
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

/** A new user nkey, from the system's randomness. */
export const newUserNkey = () => nkeyFromSeed(new TextDecoder().decode(nkeys.createUser().getSeed()));

/** `seed` (`SU…`) is the secret, `publicKey` (`U…`) is configured on the server. @throws Error on an invalid seed */
export const nkeyFromSeed = (seed: string) => ({
  seed,
  publicKey: nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey(),
});

/** Runs a command as bus user `operator`; a failure prints one line on stderr and sets the exit code. */
export async function runOnBus<Config extends BusVariables>(
  name: string,
  configure: () => Config,
  command: (bus: Bus, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = configure();
    const bus = await connectBus({ ...busAccess(config, 'operator'), name, log: silentLogger() });
    await command(bus, config).finally(() => bus.close());
  } catch (error) {
    console.error(failureLine(name, error));
    process.exitCode = 1;
  }
}
