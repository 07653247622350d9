import { environmentOf } from './environment-of.ts';
import type { Held } from './held-values.ts';
import { type Manifest, nameOf, servicesOf, specsOf } from './manifest.ts';

/** How long a service may take to stop, in seconds: see `runService`. */
const STOP_LIMIT_SECONDS = 150;

/**
 * A request outlives nothing that carries it: the service's own limit comes first, then the route's, and a pod's end
 * waits for both the proxies to look away and the service to finish.
 */
export function checkLifetimes(manifests: readonly Manifest[], held: Held): string[] {
  const services = servicesOf(manifests);
  const hasty = services.flatMap(({ owner, pod }) => {
    const asleep = Math.max(0, ...pod.containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0));
    const grace = pod.terminationGracePeriodSeconds ?? 30;
    return [
      ...(asleep > 0 ? [] : ['stops while proxies still send to it: there is no preStop']),
      ...(grace >= asleep + STOP_LIMIT_SECONDS
        ? []
        : [`is killed after ${grace} s, and may take ${asleep} + ${STOP_LIMIT_SECONDS} s to stop`]),
    ].map((fault) => `${nameOf(owner)} ${fault}`);
  });
  const limits = services.flatMap(({ pod }) =>
    pod.containers.flatMap((container) => environmentOf(container, held, 'nothing').REQUEST_TIMEOUT_SECONDS ?? []),
  );
  const longest = Math.max(0, ...limits.map(Number));
  type Route = { rules?: { timeouts?: { request?: string; backendRequest?: string } }[] };
  const short = specsOf<Route>(manifests, 'HTTPRoute').flatMap(({ owner, spec }) =>
    (spec.rules ?? []).flatMap(({ timeouts }) =>
      [timeouts?.request, timeouts?.backendRequest]
        .filter((timeout) => !(seconds(timeout) > longest && seconds(timeout) <= STOP_LIMIT_SECONDS))
        .map((timeout) => `${nameOf(owner)}: timeout ${timeout ?? 'is not set'}, and requests may take ${longest} s`),
    ),
  );
  return [...hasty, ...short];
}

const seconds = (duration = ''): number => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);
