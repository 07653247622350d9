import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { type Manifest, nameOf, workloadsOf } from './manifest.ts';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const VERSIONED = /(:(?!latest$)[\w][\w.-]*|@sha256:[\da-f]{64})$/;
/** Kinds of volumes that the profile allows and that are used here. */
const VOLUMES = ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim'];

/**
 * Namespaces enforce the profile `restricted` of the Pod Security Standards, and every pod would pass it; beyond that its
 * root is read-only, its memory bounded, its image has a version, and no account's token is mounted.
 */
export function checkPodSecurity(manifests: readonly Manifest[]): string[] {
  const lax = manifests
    .filter(({ kind, metadata }) => kind === 'Namespace' && metadata.labels?.[ENFORCE] !== 'restricted')
    .map((namespace) => `${nameOf(namespace)} does not enforce restricted`);
  const pods = workloadsOf(manifests).flatMap(({ owner, pod }) => {
    const containers = [...(pod.initContainers ?? []), ...pod.containers];
    const violations = [...podViolations(pod), ...containers.flatMap(containerViolations)];
    return violations.map((violation) => `${nameOf(owner)}: ${violation}`);
  });
  return [...lax, ...pods];
}

function podViolations(pod: IPodSpec): string[] {
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
  const volumes = (pod.volumes ?? [])
    .flatMap((volume) => Object.keys(volume))
    .filter((kind) => !VOLUMES.includes(kind));
  return [
    ...(runAsNonRoot && runAsUser ? [] : ['may run as root']),
    ...(seccompProfile?.type === 'RuntimeDefault' ? [] : ['has no seccomp profile']),
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ["shares the host's namespaces"] : []),
    ...(pod.automountServiceAccountToken === false ? [] : ["mounts an account's token"]),
    ...volumes.map((kind) => `mounts a ${kind}`),
  ];
}

function containerViolations({ name, image = '', securityContext, resources, ports }: IContainer): string[] {
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities, privileged } = securityContext ?? {};
  const dropsAll = capabilities?.drop?.includes('ALL') && !capabilities.add?.length;
  return [
    ...(VERSIONED.test(image) ? [] : [`has an image without a version: ${image}`]),
    ...(allowPrivilegeEscalation === false && !privileged ? [] : ['may gain privileges']),
    ...(readOnlyRootFilesystem ? [] : ['may write to its root']),
    ...(dropsAll ? [] : ['keeps capabilities']),
    ...(resources?.limits?.memory ? [] : ['has no limit of memory']),
    ...(resources?.requests?.cpu && resources.requests.memory ? [] : ['requests no resources']),
    ...(ports?.some(({ hostPort }) => hostPort) ? ['takes a port of the host'] : []),
  ].map((violation) => `container ${name} ${violation}`);
}
