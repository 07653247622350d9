import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BehaviourOf, type FakeModels, startFakeModels } from '@styling/fake-models';
import {
  findNatsServer,
  freePort,
  type ObjectStore,
  type Postgres,
  startObjectStore,
  startPostgres,
} from '@styling/local-servers';
import { type NatsNode, startNatsNode } from './nats-node.ts';

/** What the services stand on. Each can be ended and started again on the same port with the same data. */
export type Parts = {
  readonly dataDir: string;
  readonly natsBinary: string;
  readonly nats: NatsNode;
  readonly postgres: { readonly url: string; readonly port: number; kill(): Promise<void>; start(): Promise<void> };
  readonly store: { readonly url: string; readonly port: number; stop(): Promise<void>; start(): Promise<void> };
  readonly fakes: FakeModels;
  stop(): Promise<void>;
};

/** Bucket of the object store. */
export const BUCKET = 'faults';

/** Starts NATS, Postgres, the S3 server and the stand-in for the hosted models, on free ports. */
export async function startParts(dataDir: string, behaviour: BehaviourOf): Promise<Parts> {
  await mkdir(dataDir, { recursive: true });
  // As root, Postgres runs as another user, who has to get in.
  await chmod(dataDir, 0o755);
  const natsBinary = await findNatsServer();
  const folder = (name: string) => join(dataDir, name);
  const [nats, firstPostgres, firstStore, fakes] = await Promise.all([
    startNatsNode({ name: 'single', binary: natsBinary, dataDir: folder('nats'), port: await freePort() }),
    startPostgres({ dataDir: folder('postgres'), port: await freePort() }),
    startObjectStore({ dataDir: folder('objects'), bucket: BUCKET, port: await freePort() }),
    startFakeModels({ behaviour }),
  ]);
  let postgres: Postgres = firstPostgres;
  let store: ObjectStore = firstStore;
  return {
    ...{ dataDir, natsBinary, nats, fakes },
    postgres: {
      url: firstPostgres.url,
      port: firstPostgres.port,
      kill: () => postgres.kill(),
      async start() {
        postgres = await startPostgres({ dataDir: folder('postgres'), port: firstPostgres.port });
      },
    },
    store: {
      url: firstStore.url,
      port: firstStore.port,
      stop: () => store.stop(),
      async start() {
        store = await startObjectStore({ dataDir: folder('objects'), bucket: BUCKET, port: firstStore.port });
      },
    },
    async stop() {
      await Promise.all([nats.stop(), postgres.stop(), store.stop(), fakes.stop()]);
    },
  };
}
