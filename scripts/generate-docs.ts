import { readFile, writeFile } from 'node:fs/promises';
import { asyncapiDocument, openapiDocument } from '@styling/contracts';
import root from '../package.json' with { type: 'json' };

// Writes the documents that are made from the contracts; with --check it only compares, and fails when one is stale.
const documents = {
  'docs/asyncapi.json': asyncapiDocument(root.version),
  'docs/openapi.json': openapiDocument(root.version),
};
const check = process.argv.includes('--check');

for (const [path, document] of Object.entries(documents)) {
  const fresh = `${JSON.stringify(document, null, 2)}\n`;
  if (!check) await writeFile(path, fresh);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== fresh) {
    console.error(`${path} is stale: run "npm run docs"`);
    process.exitCode = 1;
  }
}
