import { randomBytes } from 'node:crypto';
import { portalVariables } from './config.ts';
import { runKeyCommand } from './keys/key-command.ts';
import { operatorCommand } from './operator-command.ts';

// `npm run keys -- create|list|revoke|invite|sign-out`: JSON lines on standard output, one clear line on standard error.
await operatorCommand(
  { name: 'keys', environment: process.env, shape: portalVariables.shape },
  async ({ config, ...clients }) => {
    const deps = { ...clients, clock: () => new Date(), random: randomBytes, portalUrl: config.PORTAL_URL };
    for (const line of await runKeyCommand(deps, process.argv.slice(2))) console.log(JSON.stringify(line));
  },
);
