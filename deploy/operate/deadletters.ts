import { userInfo } from 'node:os';
import { busAccess, connectBus } from '@styling/bus';
import { readConfig, serviceVariables } from '@styling/service';
import { createLogger, silentLogger } from '@styling/telemetry';
import { runDeadLetterCommand } from './dead-letter-command.ts';

// `npm run deadletters -- list|show|replay|drop`: results on standard output; on standard error one log line for each
// letter that was replayed or dropped, which is the audit trail, or one line with the error.
try {
  const config = readConfig(serviceVariables, process.env);
  const audit = createLogger('deadletters', 'info', 2).child({ operator: userInfo().username });
  const bus = await connectBus({ ...busAccess(config, 'operator'), name: 'deadletters', log: silentLogger() });
  try {
    const show = (line: string) => console.log(line);
    process.exitCode = await runDeadLetterCommand({ bus, audit, show }, process.argv.slice(2));
  } finally {
    await bus.close();
  }
} catch (error) {
  console.error(`deadletters: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
