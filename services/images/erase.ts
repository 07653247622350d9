import { busAccess, connectBus } from '@styling/bus';
import { services, userId } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { failureLine, readConfig } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { variables } from './config.ts';
import { eraseImages } from './erase-user.ts';
import type { ImagesTables } from './tables.ts';

// `node erase.ts <user>`: the images' part of `npm run erase`, after the gateway has disowned the user's keys.
try {
  const { data: user_id } = userId.safeParse(process.argv[2]);
  if (user_id === undefined) throw new Error('use: erase.ts <user>');
  const config = readConfig(variables, process.env);
  const log = silentLogger();
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'erase-images', log });
  const db = connectDatabase<ImagesTables>({
    url: config.DATABASE_URL,
    schema: services.images.schema,
    log,
    connections: 2,
  });
  const store = connectObjectStore(config);
  try {
    const { images, assets } = await eraseImages({ bus, db, store, log, clock: () => new Date() }, user_id);
    console.log(JSON.stringify({ images_erased: images, assets_erased: assets }));
  } finally {
    await bus.close();
    await db.destroy();
    store.close();
  }
} catch (error) {
  console.error(failureLine('images', error));
  process.exitCode = 1;
}
