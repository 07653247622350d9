import { join } from 'node:path';
import { KEYS_SCRIPT, restartable, startNatsServer } from '@styling/local-servers';
import { type Loss, recoverFrom } from './checks/lost-log.ts';
import { createClient } from './load/client.ts';
import { aSelfie } from './load/selfie.ts';
import { newDatabase } from './other-stages.ts';
import type { Run } from './run.ts';
import { startSystem } from './system/system.ts';

/** A system on a log of its own that is lost. There is no account: the responses to clients and the log must differ. */
export async function runLostLogStage(run: Run, loss: Loss): Promise<void> {
  const { id, name } = loss;
  await using undo = new AsyncDisposableStack();
  const dataDir = join(run.parts.dataDir, `nats-${id}`);
  const settings = { binary: run.parts.natsBinary, dataDir };
  const nats = undo.adopt(await restartable(id, startNatsServer, settings), (server) => server.stop());
  const parts = { ...run.parts, nats };
  const databaseUrl = await newDatabase(parts, id.replace('-', '_'));
  const options = { name: id, parts, natsUrl: nats.url, databaseUrl, replicas: { gateway: 2 } };
  const system = undo.adopt(await startSystem(options), (started) => started.stop());
  const { key } = JSON.parse(await system.run(KEYS_SCRIPT, 'create', '--user', id, '--name', 'faults'));
  const client = createClient(id, key, await aSelfie(), []);
  await run.reporter.check(id, name, () => recoverFrom(loss, { system, client, nats, dataDir }));
}
