import { busAccess, connectBus } from '@styling/bus';
import { connectObjectStore } from '@styling/objectstore';
import { failureLine, objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { runOrphansCommand } from './orphans-command.ts';

// `npm run orphans -- [--delete]`: pictures that no event names, and records whose picture is gone.
try {
  const config = readConfig(serviceVariables.extend(objectStoreVariables.shape), process.env);
  const log = silentLogger();
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'orphans', log });
  const store = connectObjectStore(config);
  try {
    const show = (line: string) => console.log(line);
    const context = { bus, store, log, clock: () => new Date(), show };
    process.exitCode = await runOrphansCommand(context, process.argv.slice(2));
  } finally {
    await bus.close();
    store.close();
  }
} catch (error) {
  console.error(failureLine('orphans', error));
  process.exitCode = 1;
}
