import { after } from 'node:test';
import { parseArgs } from 'node:util';
import { givenKeys, newKeys } from './keys.ts';
import { beyondReachRows, errorRows } from './rows/errors.ts';
import { eventsRows, webhooksRows } from './rows/events.ts';
import { assetsRows, imagesRows } from './rows/images.ts';
import { cancellingRows, jobsRows } from './rows/jobs.ts';
import { limitsRows, repeatingRows } from './rows/limits.ts';
import { analysisRows, generateRows, styleRows, tryOnRows } from './rows/results.ts';
import { authenticationRows, serviceRows } from './rows/service.ts';
import { usageRows } from './rows/usage.ts';
import { fetchDocument, openSystem } from './system.ts';

/** Named by `--only`, in the order of running. */
const GROUPS = {
  service: serviceRows,
  authentication: authenticationRows,
  errors: errorRows,
  'try-on': tryOnRows,
  generate: generateRows,
  analysis: analysisRows,
  style: styleRows,
  repeating: repeatingRows,
  cancelling: cancellingRows,
  images: imagesRows,
  jobs: jobsRows,
  events: eventsRows,
  webhooks: webhooksRows,
  assets: assetsRows,
  usage: usageRows,
  limits: limitsRows,
  'beyond-reach': beyondReachRows,
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
