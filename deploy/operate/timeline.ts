import { busAccess, connectBus } from '@styling/bus';
import { readConfig, serviceVariables } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { runTimelineCommand } from './timeline-command.ts';

// `npm run timeline -- <request_id> [--json]`: the events of a request, and when.
try {
  const config = readConfig(serviceVariables, process.env);
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'timeline', log: silentLogger() });
  try {
    for (const line of await runTimelineCommand(bus, process.argv.slice(2))) console.log(line);
  } finally {
    await bus.close();
  }
} catch (error) {
  console.error(`timeline: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
