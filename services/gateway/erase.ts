import { randomBytes } from 'node:crypto';
import { busAccess, connectBus } from '@styling/bus';
import { userId } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { connectObjectStore } from '@styling/objectstore';
import { databaseVariables, failureLine, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import type { GatewayTables } from './tables.ts';
import { disownUser, forgetUser } from './upkeep/erase-user.ts';

// `node erase.ts disown|forget <user>`: the gateway's two halves of `npm run erase`, before and after the images'.
try {
  const [step, user] = process.argv.slice(2);
  const { data: user_id } = userId.safeParse(user);
  if ((step !== 'disown' && step !== 'forget') || user_id === undefined) {
    throw new Error('use: erase.ts disown|forget <user>');
  }
  const variables = serviceVariables.extend(databaseVariables.shape).extend(objectStoreVariables.shape);
  const config = readConfig(variables, process.env);
  const log = silentLogger();
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'erase-gateway', log });
  const db = connectDatabase<GatewayTables>({ url: config.DATABASE_URL, schema: 'gateway', log, connections: 1 });
  const store = connectObjectStore(config);
  try {
    const erasure = { bus, db, store, log, clock: () => new Date(), random: randomBytes, name: 'operator' };
    const done =
      step === 'disown'
        ? { keys_revoked: await disownUser(erasure, user_id) }
        : { keys_removed: await forgetUser(db, user_id) };
    console.log(JSON.stringify(done));
  } finally {
    await bus.close();
    await db.destroy();
    store.close();
  }
} catch (error) {
  console.error(failureLine('gateway', error));
  process.exitCode = 1;
}
