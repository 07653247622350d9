import { askJetStream, busAccess, connectBus } from '@styling/bus';
import { EVENTS_STREAM } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { busKeyFile } from './bus-keys.ts';

/**
 * Connects to a nats-server of ours, to `ask` whether JetStream answers; over a restart of the server the connection is kept.
 * @param keysDir folder of the seeds of its users, if it has users
 * @throws Error when it does not answer within 15 s
 */
export async function connectToAsk(url: string, keysDir?: string) {
  const user = 'provision';
  const access = keysDir
    ? busAccess({ NATS_URL: url, NATS_NKEY_FILE: busKeyFile(keysDir, user) }, user)
    : { servers: url, name: 'supervisor' };
  const bus = await connectBus({ ...access, log: silentLogger() });
  return { ask: () => askJetStream(bus, EVENTS_STREAM), close: () => bus.close() };
}
