import { serveHealth } from '@styling/service';
import { type Manifest, nameOf, servicesOf } from './manifest.ts';

/** Every service of ours has all three probes, of its health port, at paths that the real one responds to. */
export async function checkProbes(manifests: readonly Manifest[]): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const health = await serveHealth(
    0,
    () => true,
    async () => '',
  );
  stack.defer(() => health.close());
  const violations = servicesOf(manifests).flatMap(({ owner, pod }) =>
    pod.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) => [
      ...(livenessProbe?.httpGet?.path === '/livez' ? [] : [`${nameOf(owner)} has no liveness probe`]),
      ...(readinessProbe?.httpGet?.path === '/readyz' ? [] : [`${nameOf(owner)} has no readiness probe`]),
      ...[startupProbe, livenessProbe, readinessProbe].map(async (probe) => {
        const { path = '', port } = probe?.httpGet ?? {};
        const { status } = await fetch(`http://127.0.0.1:${health.port}${path}`);
        return status === 200 && port === 'health' ? [] : `${nameOf(owner)}: probe of ${path} on ${port}: ${status}`;
      }),
    ]),
  );
  return (await Promise.all(violations)).flat();
}
