import { type Bus, busAccess, connectBus } from '@styling/bus';
import { failureLine, readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';

/**
 * Runs a command on the bus, as its user `operator`. A failure prints one line on standard error and sets the exit code.
 *
 * @param name of the command and its connection
 */
export async function runOnBus(
  name: string,
  environment: NodeJS.ProcessEnv,
  command: (bus: Bus) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(serviceVariables, environment);
    const bus = await connectBus({ ...busAccess(config, 'operator'), name, log: silentLogger() });
    await command(bus).finally(() => bus.close());
  } catch (error) {
    console.error(failureLine(name, error));
    process.exitCode = 1;
  }
}
