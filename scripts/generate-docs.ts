import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { authorizationConfig, nkeyVariable } from '@styling/bus';
import { asyncapiDocument } from '@styling/contracts';
import root from '../package.json' with { type: 'json' };
import { generatedFiles } from '../sdk/generate.ts';
import { configurableLimits } from '../services/gateway/config.ts';
import { endpoints } from '../services/gateway/endpoints/all-endpoints.ts';
import { apiDocument, endpointTable } from '../services/gateway/http/api-document.ts';
import { configurationPage } from './configuration-page.ts';
import { abilitiesTable, telemetryPage, vocabularyPage } from './generated-pages.ts';

// With --check it only compares, and fails if a derived document is stale.
const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
const { DAILY_LIMIT, REQUEST_TIMEOUT_SECONDS } = configurableLimits.parse({});
const document = apiDocument(root.version, {
  dailyLimit: DAILY_LIMIT,
  requestTimeoutSeconds: REQUEST_TIMEOUT_SECONDS,
});
const client = Object.entries(await generatedFiles(document));
const files = {
  'docs/api.md': between(await readFile('docs/api.md', 'utf8'), 'endpoints', endpointTable(endpoints)),
  'docs/asyncapi.json': json(asyncapiDocument(root.version)),
  'docs/configuration.md': configurationPage(),
  'docs/openapi.json': json(document),
  'docs/models.md': between(await readFile('docs/models.md', 'utf8'), 'abilities', abilitiesTable()),
  'docs/telemetry.md': telemetryPage(),
  'docs/vocabulary.md': vocabularyPage(),
  'deploy/nats/authorization.conf': authorizationConfig((user) => `$${nkeyVariable(user)}`),
  ...Object.fromEntries(client.map(([name, text]) => [`sdk/generated/${name}`, text])),
};
const check = process.argv.includes('--check');

for (const [path, fresh] of Object.entries(files)) {
  if (!check) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fresh);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== fresh) {
    console.error(`${path} is stale: run "npm run docs"`);
    process.exitCode = 1;
  }
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function between(page: string, name: string, text: string): string {
  const [before, rest] = page.split(`<!-- ${name} -->\n`);
  const [, after] = rest?.split(`<!-- /${name} -->`) ?? [];
  if (after === undefined) throw new Error(`no markers of ${name}`);
  return `${before}<!-- ${name} -->\n${text}\n<!-- /${name} -->${after}`;
}
