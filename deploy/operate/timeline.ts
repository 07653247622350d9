import { runOnBus } from '@styling/bus';
import { readConfig, serviceVariables } from '@styling/service';
import { runTimelineCommand } from './timeline-command.ts';

// `npm run timeline -- <request_id> [--json]`: the events of a request, and when.
const configure = () => readConfig(serviceVariables, process.env);
await runOnBus('timeline', configure, async (bus) => {
  for (const line of await runTimelineCommand(bus, process.argv.slice(2))) console.log(line);
});
