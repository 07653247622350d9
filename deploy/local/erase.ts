import { runScript } from '@styling/local-servers/run-script';
import { besideEnvironment } from './run-beside.ts';
import { stackSettings } from './settings.ts';

// `npm run erase -- --user alice`: each owner erases its part, in this order. Idempotent: repeat after a failure.
const PARTS = [['gateway', 'disown'], ['images'], ['jobs'], ['webhooks'], ['gateway', 'forget']] as const;
/** Long enough for the user's running request to end. */
const PART_WITHIN_MS = 600_000;

const [, user] = /^--user[ =]([\w-]{1,64})$/.exec(process.argv.slice(2).join(' ')) ?? [];
try {
  if (!user) throw new Error('use: npm run erase -- --user <user>');
  const env = await besideEnvironment(stackSettings(process.env).dataDir, process.env);
  const summary: Record<string, unknown> = { user_id: user };
  for (const [service, ...step] of PARTS) {
    const options = { name: service, env, timeoutMs: PART_WITHIN_MS };
    try {
      Object.assign(summary, JSON.parse(await runScript(`services/${service}/erase.ts`, [...step, user], options)));
    } catch (cause) {
      throw new Error(`erase: ${(cause as Error).message}; run it again to go on from there`, { cause });
    }
  }
  console.log(JSON.stringify(summary));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
