import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import { environmentOf, type HeldValues } from './check-environment.ts';
import { selects } from './labels.ts';
import { isOurs, type Manifest, nameOf, specsOf, type Workload, workloadsOf } from './manifest.ts';

type Port = string | number;
type ServiceSpec = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
type PolicySpec = { podSelector: ILabelSelector; ingress?: { ports?: { port?: Port }[] }[] };
type RouteSpec = { rules?: { backendRefs?: { name: string; port?: number }[] }[] };

/** Services, policies and routes lead to ports that exist, and our programs are configured to listen on theirs. */
export function checkPorts(manifests: readonly Manifest[], held: HeldValues): string[] {
  const workloads = workloadsOf(manifests);
  const services = specsOf<ServiceSpec>(manifests, 'Service');
  const missing = (owner: Manifest, selector: ILabelSelector, ports: readonly (Port | undefined)[]): string[] =>
    workloads
      .filter(({ labels }) => selects(selector, labels))
      .flatMap((workload) =>
        ports
          .filter((port) => port !== undefined && !hasPort(workload, port))
          .map((port) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${port}`),
      );
  return [
    ...workloads.filter(isOurs).flatMap((workload) => listeningViolations(workload, held)),
    ...services.flatMap(({ owner, spec: { selector = {}, ports = [] } }) =>
      missing(
        owner,
        { matchLabels: selector },
        ports.map(({ port, targetPort = port }) => targetPort),
      ),
    ),
    ...specsOf<PolicySpec>(manifests, 'NetworkPolicy').flatMap(({ owner, spec: { podSelector, ingress = [] } }) =>
      missing(
        owner,
        podSelector,
        ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port)),
      ),
    ),
    ...specsOf<RouteSpec>(manifests, 'HTTPRoute').flatMap(({ owner, spec: { rules = [] } }) =>
      rules
        .flatMap(({ backendRefs = [] }) => backendRefs)
        .filter(
          ({ name, port }) =>
            !services.some(
              (one) => one.owner.metadata.name === name && one.spec.ports?.some((its) => its.port === port),
            ),
        )
        .map(({ name, port }) => `${nameOf(owner)}: Service ${name} has no port ${port}`),
    ),
  ];
}

const hasPort = ({ pod }: Workload, port: Port): boolean =>
  pod.containers.some(({ ports }) => ports?.some(({ name, containerPort }) => name === port || containerPort === port));

function listeningViolations({ owner, pod }: Workload, held: HeldValues): string[] {
  const variables: Readonly<Record<string, string>> = { health: 'HEALTH_PORT', http: 'PORT' };
  return pod.containers.flatMap((container) => {
    const environment = environmentOf(container, held, 'nothing');
    return (container.ports ?? []).flatMap(({ name = '', containerPort }) => {
      const listens = environment[variables[name] ?? ''];
      return listens === String(containerPort)
        ? []
        : [`${nameOf(owner)}: port ${name} is ${containerPort}, but the program listens on ${listens}`];
    });
  });
}
