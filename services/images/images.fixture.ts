import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { listImages } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { headsOf, rebuild, waitForCheckpoint } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import { type anAssetCreated, type anImageCreated, startTestServers } from '@styling/testing';
import { imageProjection } from './image-projection.ts';
import type { ImagesParts } from './remove-pictures.ts';

export type TestImages = Awaited<ReturnType<typeof startTestImages>>;

/** Servers with the tables of the images service, without the service. */
export async function startTestImages(clock: ImagesParts['clock'] = () => new Date()) {
  const servers = await startTestServers();
  const { bus, store, imageStoreUrl } = servers;
  const log = silentLogger();
  const access = { url: servers.postgres.url, schema: 'images', log };
  const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
  const db = connectDatabase(access);
  await migrate(db, 'images', migrations);
  return {
    servers,
    db,
    parts: { db, bus, store, clock, log },
    async make(event: ReturnType<typeof anImageCreated | typeof anAssetCreated>): Promise<string> {
      const object = event.type === 'image.created' ? event.data.object : objectNames.asset(event.data.asset_id);
      await store.put(object, Buffer.from('a picture'), 'image/jpeg');
      await publish(bus, event);
      return event.subject;
    },
    isStored: async (object: string) => (await store.head(object)) !== null,
    statusOf: async (image_id: string) => (await fetch(`${imageStoreUrl}/${objectNames.image(image_id)}`)).status,
    async listed(user_id: string) {
      const { images } = await ask(bus, listImages, { user_id, limit: 100, cursor: null });
      return images.map(({ image_id }) => image_id);
    },
    caughtUp: async () => waitForCheckpoint(db, 'images', await headsOf(bus, imageProjection.sources)),
    rebuilt: () => rebuild(bus, imageProjection, { ...access, migrations }),
    async stop() {
      await db.destroy();
      await servers.stop();
    },
  };
}
