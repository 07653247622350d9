import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { authorizationConfig, nkeyVariable } from '@styling/bus';
import { asyncapiDocument, openapiDocument } from '@styling/contracts';
import root from '../package.json' with { type: 'json' };
import { telemetryPage } from './telemetry-page.ts';

// Writes the files that are made from the contracts and the registry of telemetry; with --check it only compares, and fails when one is stale.
const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
const files = {
  'docs/asyncapi.json': json(asyncapiDocument(root.version)),
  'docs/openapi.json': json(openapiDocument(root.version)),
  'docs/telemetry.md': telemetryPage(),
  'deploy/nats/authorization.conf': authorizationConfig((user) => `$${nkeyVariable(user)}`),
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
