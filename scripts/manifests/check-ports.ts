import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import { environmentOf, type SourceValues } from './check-environment.ts';
import { selects } from './labels.ts';
import { isOurs, type Manifest, nameOf, specsOf, type Workload, workloadsOf } from './manifest.ts';

type Port = string | number;
type ServiceSpec = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
type PolicySpec = { podSelector: ILabelSelector; ingress?: { ports?: { port?: Port }[] }[] };

/** Services and policies lead to ports that exist, and our programs are configured to listen on theirs. */
export function checkPorts(manifests: readonly Manifest[], values: SourceValues): string[] {
  const services = specsOf<ServiceSpec>(manifests, 'Service').map(({ owner, spec }) => ({
    ...{ owner, selector: { matchLabels: spec.selector ?? {} } },
    ports: (spec.ports ?? []).map(({ port, targetPort = port }) => targetPort),
  }));
  const policies = specsOf<PolicySpec>(manifests, 'NetworkPolicy').map(({ owner, spec }) => ({
    ...{ owner, selector: spec.podSelector },
    ports: (spec.ingress ?? []).flatMap(({ ports = [] }) => ports.flatMap(({ port }) => port ?? [])),
  }));
  const workloads = workloadsOf(manifests);
  return [
    ...workloads.filter(isOurs).flatMap((workload) => listeningViolations(workload, values)),
    ...[...services, ...policies].flatMap(({ owner, selector, ports }) =>
      workloads
        .filter(({ labels }) => selects(selector, labels))
        .flatMap((workload) =>
          ports
            .filter((port) => !hasPort(workload, port))
            .map((port) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${port}`),
        ),
    ),
  ];
}

const hasPort = ({ pod }: Workload, port: Port): boolean =>
  pod.containers.some(({ ports }) => ports?.some(({ name, containerPort }) => [name, containerPort].includes(port)));

function listeningViolations({ owner, pod }: Workload, values: SourceValues): string[] {
  const variables: Readonly<Record<string, string>> = { health: 'HEALTH_PORT', http: 'PORT' };
  return pod.containers.flatMap((container) => {
    const environment = environmentOf(container, values, 'nothing');
    return (container.ports ?? [])
      .map(({ name = '', containerPort }) => ({ name, containerPort, listens: environment[variables[name] ?? ''] }))
      .filter(({ containerPort, listens }) => listens !== String(containerPort))
      .map(({ name, listens }) => `${nameOf(owner)}: the program does not listen on port ${name}, but on ${listens}`);
  });
}
