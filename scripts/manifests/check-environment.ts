import { environmentOf } from './environment-of.ts';
import type { Held } from './held-values.ts';
import { isOurs, type Manifest, nameOf, workloadsOf } from './manifest.ts';
import { environmentFaults } from './programs.ts';

/**
 * Every variable a container of ours gets is one its program reads, and its program can start with them: with every
 * Secret complete, and with those keys left out that may be.
 */
export function checkEnvironment(manifests: readonly Manifest[], held: Held): string[] {
  return workloadsOf(manifests)
    .filter(isOurs)
    .flatMap(({ owner, pod }) =>
      pod.containers.flatMap((container) => {
        const start = (container.args ?? []).join(' ');
        const faults = (['nothing', 'optional'] as const).flatMap((without) =>
          environmentFaults(start, environmentOf(container, held, without)),
        );
        return [...new Set(faults)].map((fault) => `${nameOf(owner)}: ${fault}`);
      }),
    );
}
