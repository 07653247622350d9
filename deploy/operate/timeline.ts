import { runOnBus } from './run-on-bus.ts';
import { runTimelineCommand } from './timeline-command.ts';

// `npm run timeline -- <request_id> [--json]`: the events of a request, and when.
await runOnBus('timeline', process.env, async (bus) => {
  for (const line of await runTimelineCommand(bus, process.argv.slice(2))) console.log(line);
});
