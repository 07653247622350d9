import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOverlay } from './build-overlay.ts';
import { checkManifests } from './check-manifests.ts';
import { composeViolations } from './compose-services.ts';
import { declarationViolations } from './declared-services.ts';
import { findKubectl } from './find-kubectl.ts';
import { generatedViolations, writeGenerated } from './generated-files.ts';
import { listedSecrets } from './secrets.ts';

// `npm run check:manifests`: compares the declared services with their folders and with what is generated from them, then
// builds every overlay as a cluster's administrator would and checks it. `npm run manifests` generates first.
const repository = fileURLToPath(new URL('../..', import.meta.url));
// The chart creates the pods of NATS: see overlays/data/nats-values.yaml.
const OVERLAYS = { dev: [], production: [], data: [{ 'app.kubernetes.io/name': 'nats' }] };

async function violations(): Promise<string[]> {
  const ofDeclarations = await declarationViolations(repository);
  if (ofDeclarations.length > 0) return ofDeclarations;
  if (process.argv.includes('--write')) await writeGenerated(repository);
  const stale = await generatedViolations(repository);
  if (stale.length > 0) return stale;

  const found = await composeViolations(readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8'));
  const kubectl = findKubectl(join(repository, '.local/bin'));
  const secrets = await listedSecrets();
  for (const [name, elsewhere] of Object.entries(OVERLAYS)) {
    const overlay = `deploy/k8s/overlays/${name}`;
    const manifests = await buildOverlay(kubectl, join(repository, overlay));
    const ofOverlay = await checkManifests(manifests, { secrets, elsewhere });
    found.push(...ofOverlay.map((violation) => `${overlay}: ${violation}`));
  }
  return found;
}

try {
  for (const violation of await violations()) {
    console.error(violation);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`manifests could not be checked: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
