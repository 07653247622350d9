import { connect } from '@nats-io/transport-node';
import { CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { createFloorTables } from '../floors/tables.ts';
import { orderBody } from '../order-body.ts';
import { addCallers } from '../rig/callers.ts';
import { comparedWithCost } from './compared-with-cost.ts';
import { startLean } from './start-lean.ts';

/** The first version of nats-server that can sync what it acknowledges. */
const SINCE = { major: 2, minor: 10 };

/**
 * POST /try_on_outfit on a log that is synced to disk before it acknowledges, production's setting: three synced publishes a
 * request, ours as those of `lean`. Not run, with a note, where the server cannot do that.
 */
export const syncedLog: Measure = {
  name: 'synced-log',
  onlyInFull: true,
  async run(bench) {
    const version = await versionOf(bench.rig.natsUrl);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < SINCE.major || (major === SINCE.major && minor < SINCE.minor)) {
      console.log(
        `\nsynced-log: not measured, as nats-server ${version} has no sync_interval: ${SINCE.major}.${SINCE.minor} has`,
      );
      return [];
    }
    const rig = await bench.startRig({ syncedLog: true });
    const callers = await addCallers(rig.sql, CLIENTS);
    await createFloorTables(
      rig.sql,
      callers.map(({ user_id }) => user_id),
    );
    const { body } = await orderBody(96, 96);
    const load = { method: 'POST', body, clients: clientsOf(callers) } as const;
    const lean = await startLean(bench, rig);
    const what = `POST /try_on_outfit, a synced log, ${CLIENTS} clients`;
    const ours = { ...load, url: rig.apiUrl, path: '/try_on_outfit' };
    return comparedWithCost(bench, { what }, ours, { ...load, ...lean, name: 'lean' });
  },
};

async function versionOf(natsUrl: string): Promise<string> {
  const nc = await connect({ servers: natsUrl });
  const version = nc.info?.version ?? '';
  await nc.close();
  return version;
}
