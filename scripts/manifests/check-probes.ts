import { serveHealth } from '@styling/service';
import { probesOf } from './check-ports.ts';
import { type Manifest, nameOf, servicesOf } from './manifest.ts';

/** Every service of ours is probed for life and readiness, at paths that the real health port answers. */
export async function checkProbes(manifests: readonly Manifest[]): Promise<string[]> {
  const health = await serveHealth(
    0,
    () => true,
    async () => '',
  );
  try {
    const services = servicesOf(manifests);
    const faults = services.flatMap(({ owner, pod }) =>
      pod.containers.flatMap((container) => [
        ...(container.livenessProbe?.httpGet?.path === '/livez' ? [] : [`${nameOf(owner)} is not probed for life`]),
        ...(container.readinessProbe?.httpGet?.path === '/readyz'
          ? []
          : [`${nameOf(owner)} is not probed for readiness`]),
      ]),
    );
    for (const { owner, pod } of services) {
      for (const { path = '/' } of pod.containers.flatMap(probesOf)) {
        const { status } = await fetch(`http://127.0.0.1:${health.port}${path}`);
        if (status !== 200) faults.push(`${nameOf(owner)}: ${path} answers ${status}`);
      }
    }
    return faults;
  } finally {
    await health.close();
  }
}
