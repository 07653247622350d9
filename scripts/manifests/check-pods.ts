import { z } from 'zod';
import { isService, type Manifest, nameOf, workloadsOf } from './manifest.ts';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const VERSIONED = /(:(?!latest$)[\w][\w.-]*|@sha256:[\da-f]{64})$/;
const absent = z.never().optional();
const quantity = z.union([z.string(), z.number()]);

const container = z.object({
  image: z.string().regex(VERSIONED, 'no version'),
  resources: z.object({
    requests: z.object({ cpu: quantity, memory: quantity }),
    limits: z.object({ memory: quantity }),
  }),
  securityContext: z.object({
    privileged: absent,
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  ports: z.array(z.object({ hostPort: absent })).optional(),
});
/** Kinds of volumes that the profile allows and that are used here. */
const volume = {
  configMap: z.unknown(),
  secret: z.unknown(),
  emptyDir: z.unknown(),
  persistentVolumeClaim: z.unknown(),
};
const pod = z.object({
  automountServiceAccountToken: z.literal(false),
  hostNetwork: absent,
  hostPID: absent,
  hostIPC: absent,
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().positive(),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  volumes: z.array(z.strictObject({ name: z.string(), ...volume }).partial()).optional(),
  initContainers: z.array(container).optional(),
  containers: z.array(container),
});

const probe = (path: string) => z.object({ httpGet: z.object({ path: z.literal(path), port: z.literal('health') }) });
const [livenessProbe, readinessProbe] = [probe('/livez'), probe('/readyz')];
const servicePod = pod.extend({
  containers: z.array(container.extend({ startupProbe: livenessProbe, livenessProbe, readinessProbe })),
});

/**
 * Namespaces enforce the profile `restricted` of the Pod Security Standards, and every pod would pass it. Beyond that its
 * root is read-only, its memory bounded, its image has a version, and no account's token is mounted; services have probes.
 */
export function checkPods(manifests: readonly Manifest[]): string[] {
  const lax = manifests
    .filter(({ kind, metadata }) => kind === 'Namespace' && metadata.labels?.[ENFORCE] !== 'restricted')
    .map((namespace) => `${nameOf(namespace)} does not enforce restricted`);
  const pods = workloadsOf(manifests).flatMap((workload) => {
    const { error } = (isService(workload) ? servicePod : pod).safeParse(workload.pod);
    const issues = error?.issues ?? [];
    return issues.map(({ path, message }) => `${nameOf(workload.owner)}: ${path.join('.')}: ${message}`);
  });
  return [...lax, ...pods];
}
