import { runLimitCommand } from './limits/limit-command.ts';
import { operatorCommand } from './operator-command.ts';

// `npm run limits -- set|show`: a JSON line on standard output, or one clear line on standard error.
await operatorCommand({ name: 'limits', environment: process.env, shape: {} }, async ({ bus, db }) => {
  console.log(JSON.stringify(await runLimitCommand({ bus, db, clock: () => new Date() }, process.argv.slice(2))));
});
