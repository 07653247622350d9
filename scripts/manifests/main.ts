import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkManifests } from './check-manifests.ts';
import { composeViolations } from './compose-services.ts';
import { generatedViolations, writeGenerated } from './generated-files.ts';
import { buildOverlay, findKubectl } from './kubectl.ts';
import { declarationViolations } from './programs.ts';

// `npm run check:manifests`: compares the declared services with their folders and with what is generated from them, then
// builds every overlay as a cluster's administrator would and checks it. `npm run manifests` generates first.
const repository = fileURLToPath(new URL('../..', import.meta.url));

const overlays = [
  'deploy/k8s/overlays/dev',
  'deploy/k8s/overlays/production',
  'deploy/k8s/overlays/data',
  'deploy/gpu/k8s',
];

function violations(): string[] {
  const ofDeclarations = declarationViolations(repository);
  if (ofDeclarations.length > 0) return ofDeclarations;
  if (process.argv.includes('--write')) writeGenerated(repository);
  const stale = generatedViolations(repository);
  if (stale.length > 0) return stale;

  const found = composeViolations(readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8'));
  const kubectl = findKubectl(join(repository, '.local/bin'));
  for (const overlay of overlays) {
    const ofOverlay = checkManifests(buildOverlay(kubectl, join(repository, overlay)));
    found.push(...ofOverlay.map((violation) => `${overlay}: ${violation}`));
  }
  return found;
}

try {
  const found = violations();
  for (const violation of found) console.error(violation);
  if (found.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`manifests could not be checked: ${(error as Error).message}`);
  process.exitCode = 1;
}
