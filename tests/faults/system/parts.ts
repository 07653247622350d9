import { chmod, mkdir } from 'node:fs/promises';
import { type BehaviourOf, type FakeModels, startFakeModels } from '@styling/fake-models';
import { findNatsServer, type Servers, startServers, THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';

/** What the services stand on. Each server can be ended and started again on the same port with the same data. */
export type Parts = Servers & {
  readonly dataDir: string;
  readonly natsBinary: string;
  readonly fakes: FakeModels;
  /** Variables of every process: its clock and time zone. */
  readonly clock: Readonly<Record<string, string>>;
};

/** Bucket of the object store. */
export const BUCKET = 'faults';

/** Starts NATS, Postgres, the object store and the fake hosted models, on free ports. */
export async function startParts(dataDir: string, behaviour: BehaviourOf, clock: Parts['clock']): Promise<Parts> {
  await mkdir(dataDir, { recursive: true });
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const natsBinary = await findNatsServer();
  const [servers, fakes] = await Promise.all([
    startServers({ dataDir, bucket: BUCKET, storeCredentials: THROWAWAY_STORE_CREDENTIALS }),
    startFakeModels({ behaviour }),
  ]);
  return {
    ...servers,
    dataDir,
    natsBinary,
    fakes,
    clock,
    async stop() {
      await Promise.all([servers.stop(), fakes.stop()]);
    },
  };
}
