import { basename, dirname } from 'node:path';
import { environmentOf } from './environment-of.ts';
import type { Held } from './held-values.ts';
import { isOurs, type Manifest, nameOf, workloadsOf } from './manifest.ts';

/** A variable that names a file names one that is mounted: a key of a Secret, at the path of its mount. */
export function checkFiles(manifests: readonly Manifest[], held: Held): string[] {
  return workloadsOf(manifests)
    .filter(isOurs)
    .flatMap(({ owner, pod }) =>
      pod.containers.flatMap((container) => {
        const mounted = (file: string): boolean => {
          const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === dirname(file));
          const volume = pod.volumes?.find(({ name }) => name === mount?.name);
          const values = held.get(`Secret/${volume?.secret?.secretName}`)?.values ?? {};
          return basename(file) in values;
        };
        return Object.entries(environmentOf(container, held, 'nothing'))
          .filter(([name, file]) => name.endsWith('_FILE') && !mounted(file))
          .map(([name, file]) => `${nameOf(owner)}: ${name} is ${file}, which nothing mounts`);
      }),
    );
}
