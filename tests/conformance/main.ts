import { after, describe } from 'node:test';
import { parseArgs } from 'node:util';
import { givenKeys, newKeys } from './keys.ts';
import { beyondReachRows, errorRows } from './rows/errors.ts';
import { eventsRows, webhooksRows } from './rows/events.ts';
import { assetsRows, imagesRows } from './rows/images.ts';
import { cancellingRows, jobsRows } from './rows/jobs.ts';
import { concurrencyRows, dailyRows, repeatingRows } from './rows/limits.ts';
import { analysisRows, generateRows, styleRows, tryOnRows } from './rows/results.ts';
import { authenticationRows, serviceRows } from './rows/service.ts';
import { usageRows } from './rows/usage.ts';
import { fetchDocument, openSystem, type System } from './system.ts';

const sections = (titled: Record<string, (system: System) => void>) => (system: System) => {
  for (const [title, rows] of Object.entries(titled)) describe(title, () => rows(system));
};

/** Named by `--only`, in the order of running. */
const GROUPS = {
  service: sections({ Service: serviceRows }),
  authentication: sections({ Authentication: authenticationRows }),
  errors: errorRows,
  'try-on': sections({ 'POST /try_on_outfit': tryOnRows }),
  generate: sections({ 'POST /generate_image': generateRows }),
  analysis: analysisRows,
  style: sections({ 'POST /style_me': styleRows }),
  repeating: sections({ 'Idempotency-Key': repeatingRows }),
  cancelling: sections({ Cancelling: cancellingRows }),
  images: imagesRows,
  jobs: sections({ Jobs: jobsRows }),
  events: sections({ Events: eventsRows }),
  webhooks: sections({ Webhooks: webhooksRows }),
  assets: assetsRows,
  usage: usageRows,
  limits: sections({ 'Limits: one request at a time': concurrencyRows, 'Limits: the day': dailyRows }),
  'beyond-reach': sections({ 'Beyond a client’s reach': beyondReachRows }),
};

// `npm run conformance -- [address] [--only errors,style]`: see README.md.
try {
  const { PORT = '8080', CONFORMANCE_IMAGE_URL } = process.env;
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const only = values.only?.split(',') ?? Object.keys(GROUPS);
  const unknown = only.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) throw new Error(`--only takes ${Object.keys(GROUPS).join(', ')}, not ${unknown.join(', ')}`);
  const url = (positionals[0] ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
  const given = givenKeys(process.env);
  if (!given && !isLocal) throw new Error('keys cannot be made on another machine: set CONFORMANCE_KEY and the rest');
  const document = await fetchDocument(url);
  const system = await openSystem(url, document, given ?? (await newKeys()), CONFORMANCE_IMAGE_URL);
  after(() => system.served.close());
  for (const [name, rows] of Object.entries(GROUPS)) if (only.includes(name)) rows(system);
} catch (error) {
  console.error(`conformance: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
