import { serveHealth } from '@styling/service';
import type { IContainer } from 'kubernetes-models/v1/Container';
import { type Manifest, nameOf, servicesOf } from './manifest.ts';

/** Every service of ours is probed for life and readiness, on its health port and at paths that the real one answers. */
export async function checkProbes(manifests: readonly Manifest[]): Promise<string[]> {
  const health = await serveHealth(
    0,
    () => true,
    async () => '',
  );
  const statusOf = async (path = '/') => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status;
  try {
    const violations: string[] = [];
    for (const { owner, pod } of servicesOf(manifests)) {
      for (const { startupProbe, livenessProbe, readinessProbe } of pod.containers as IContainer[]) {
        if (livenessProbe?.httpGet?.path !== '/livez') violations.push(`${nameOf(owner)} has no liveness probe`);
        if (readinessProbe?.httpGet?.path !== '/readyz') violations.push(`${nameOf(owner)} has no readiness probe`);
        for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
          if (!probe?.httpGet) continue;
          const { path, port } = probe.httpGet;
          if (port !== 'health') violations.push(`${nameOf(owner)}: probe of port ${port}`);
          const status = await statusOf(path);
          if (status !== 200) violations.push(`${nameOf(owner)}: ${path} responds with ${status}`);
        }
      }
    }
    return violations;
  } finally {
    await health.close();
  }
}
