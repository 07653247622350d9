import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOverlay } from './build-overlay.ts';
import { checkCompose } from './check-compose.ts';
import { checkManifests } from './check-manifests.ts';
import { findKubectl } from './find-kubectl.ts';
import { readCompose } from './read-compose.ts';
import { readSecretsList } from './secrets-list.ts';

// `npm run check:manifests`: builds every overlay as a cluster's administrator would, and refuses what is wrong with it.
const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(repository, 'deploy/k8s');
// The chart makes NATS's pods: see overlays/data/nats-values.yaml.
const OVERLAYS = { dev: [], production: [], data: [{ 'app.kubernetes.io/name': 'nats' }] };

const complain = (where: string, faults: readonly string[]) => {
  for (const fault of faults) console.error(`${where}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
};

try {
  const compose = join(repository, 'deploy/compose.yaml');
  complain('deploy/compose.yaml', checkCompose(readCompose(compose), compose));
  const kubectl = await findKubectl(join(repository, '.local/bin'));
  const secrets = readSecretsList(join(folder, 'secrets.yaml'));
  for (const [name, elsewhere] of Object.entries(OVERLAYS)) {
    const manifests = await buildOverlay(kubectl, join(folder, 'overlays', name));
    const faults = await checkManifests(manifests, { repository, secrets, elsewhere });
    complain(`deploy/k8s/overlays/${name}`, faults);
  }
} catch (error) {
  console.error(`manifests are not checked: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
