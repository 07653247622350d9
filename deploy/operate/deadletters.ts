import { userInfo } from 'node:os';
import { runOnBus } from '@styling/bus';
import { readConfig, serviceVariables } from '@styling/service';
import { createLogger } from '@styling/telemetry';
import { runDeadLetterCommand } from './dead-letter-command.ts';

// Results go to standard output, an error to standard error, where the audit trail (a log line per letter) goes as well
// unless AUDIT_LOG names its file.
const configure = () => readConfig(serviceVariables, process.env);
await runOnBus('deadletters', configure, async (bus) => {
  const audit = createLogger('deadletters', 'info', process.env.AUDIT_LOG ?? 2).child({
    operator: userInfo().username,
  });
  const show = (line: string) => console.log(line);
  process.exitCode = await runDeadLetterCommand({ bus, audit, show }, process.argv.slice(2));
});
