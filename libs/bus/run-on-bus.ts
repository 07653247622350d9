import { failureLine } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { type Bus, connectBus } from './connect.ts';
import { type BusVariables, busAccess } from './credentials.ts';

/**
 * Runs a command as the bus's user `operator`. A failure prints one line on standard error and sets the exit code.
 *
 * @param name of the command and its connection
 * @param configure reads the configuration
 */
export async function runOnBus<Config extends BusVariables>(
  name: string,
  configure: () => Config,
  command: (bus: Bus, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const config = configure();
    const bus = await connectBus({ ...busAccess(config, 'operator'), name, log: silentLogger() });
    await command(bus, config).finally(() => bus.close());
  } catch (error) {
    console.error(failureLine(name, error));
    process.exitCode = 1;
  }
}
