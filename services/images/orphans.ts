import { runOnBus } from '@styling/bus';
import { connectObjectStore } from '@styling/objectstore';
import { objectStoreVariables, readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { runOrphansCommand } from './orphans-command.ts';

// `npm run orphans -- [--delete]`: pictures that no event names, and records whose picture is gone.
const variables = serviceVariables.extend(objectStoreVariables.shape);
await runOnBus(
  'orphans',
  () => readConfig(variables, process.env),
  async (bus, config) => {
    const store = connectObjectStore(config);
    const show = (line: string) => console.log(line);
    const context = { bus, store, log: silentLogger(), clock: () => new Date(), show };
    process.exitCode = await runOrphansCommand(context, process.argv.slice(2)).finally(() => store.close());
  },
);
