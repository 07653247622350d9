import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, connectBus, createStreams } from '@styling/bus';
import { findNatsServer, type NatsServer, startNatsServer } from '@styling/local-stack';
import { silentLogger } from '@styling/telemetry';

/** A real nats-server for one test file, which can be killed and come back on the same port with the same data. */
export type RestartableNats = {
  readonly url: string;
  /** Another connection; closed by {@link RestartableNats.stop}. */
  connect(name?: string): Promise<Bus>;
  /** SIGKILL. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts it with the streams in place. */
export async function startRestartableNats(): Promise<RestartableNats> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bus-'));
  const binary = await findNatsServer();
  let server: NatsServer = await startNatsServer({ binary, dataDir });
  const { url, port } = server;
  const buses: Bus[] = [];
  const connect = async (name = 'test') => {
    const bus = await connectBus({ servers: url, name, log: silentLogger() });
    buses.push(bus);
    return bus;
  };
  await createStreams(await connect(), { replicas: 1 });
  return {
    url,
    connect,
    kill: () => server.kill(),
    async restart() {
      server = await startNatsServer({ binary, dataDir, port });
    },
    async stop() {
      await Promise.all(buses.map((bus) => bus.close()));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
