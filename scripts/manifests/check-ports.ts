import type { IContainer } from 'kubernetes-models/v1/Container';
import { environmentOf } from './environment-of.ts';
import type { Held } from './held-values.ts';
import { selects } from './labels.ts';
import { isOurs, type Manifest, nameOf, specsOf, type Workload, workloadsOf } from './manifest.ts';

type Port = string | number;

/** Ports are named, meet those they are said to lead to, and are those that our programs are told to listen on. */
export function checkPorts(manifests: readonly Manifest[], held: Held): string[] {
  const workloads = workloadsOf(manifests);
  return [
    ...workloads.flatMap((workload) => [...ownFaults(workload), ...listeningFaults(workload, held)]),
    ...serviceFaults(manifests, workloads),
    ...policyFaults(manifests, workloads),
    ...routeFaults(manifests),
  ];
}

const portsOf = ({ pod }: Workload) => pod.containers.flatMap(({ ports }) => ports ?? []);
const has = (workload: Workload, port: Port): boolean =>
  portsOf(workload).some(({ name, containerPort }) => name === port || containerPort === port);

function ownFaults(workload: Workload): string[] {
  const names = portsOf(workload).map(({ name }) => name);
  const probed = workload.pod.containers.flatMap((container) => probesOf(container).map(({ port }) => port));
  return [
    ...(names.includes(undefined) ? ['a port has no name'] : []),
    ...(new Set(names).size < names.length ? ['two ports have one name'] : []),
    ...probed.filter((port) => !has(workload, port)).map((port) => `a probe asks port ${port}, which there is not`),
  ].map((fault) => `${nameOf(workload.owner)}: ${fault}`);
}

/** The HTTP probes of a container. */
export const probesOf = ({ startupProbe, livenessProbe, readinessProbe }: IContainer) =>
  [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => (probe?.httpGet ? [probe.httpGet] : []));

function listeningFaults(workload: Workload, held: Held): string[] {
  if (!isOurs(workload)) return [];
  const variables = { health: 'HEALTH_PORT', http: 'PORT' };
  return workload.pod.containers.flatMap((container) => {
    const environment = environmentOf(container, held, 'nothing');
    return Object.entries(variables).flatMap(([name, variable]) => {
      const port = container.ports?.find((one) => one.name === name)?.containerPort;
      const listens = environment[variable];
      return port === undefined || String(port) === listens
        ? []
        : [`${nameOf(workload.owner)}: port ${name} is ${port}, and ${variable} ${listens ?? 'not set'}`];
    });
  });
}

function serviceFaults(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  type Service = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
  return specsOf<Service>(manifests, 'Service').flatMap(({ owner, spec }) =>
    (spec.ports ?? []).flatMap(({ port, targetPort = port }) =>
      workloads
        .filter(({ labels }) => selects({ matchLabels: spec.selector ?? {} }, labels))
        .filter((workload) => !has(workload, targetPort))
        .map((workload) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${targetPort}`),
    ),
  );
}

function policyFaults(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  type Policy = { podSelector: object; ingress?: { ports?: { port?: Port }[] }[] };
  return specsOf<Policy>(manifests, 'NetworkPolicy').flatMap(({ owner, spec }) =>
    (spec.ingress ?? [])
      .flatMap(({ ports = [] }) => ports)
      .flatMap(({ port }) =>
        workloads
          .filter(({ labels }) => selects(spec.podSelector, labels))
          .filter((workload) => port !== undefined && !has(workload, port))
          .map((workload) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${port}`),
      ),
  );
}

function routeFaults(manifests: readonly Manifest[]): string[] {
  type Route = { rules?: { backendRefs?: { name: string; port?: number }[] }[] };
  const services = specsOf<{ ports?: { port: number }[] }>(manifests, 'Service');
  return specsOf<Route>(manifests, 'HTTPRoute').flatMap(({ owner, spec }) =>
    (spec.rules ?? [])
      .flatMap(({ backendRefs = [] }) => backendRefs)
      .filter(({ name, port }) =>
        services.some((one) => one.owner.metadata.name === name && !one.spec.ports?.some((its) => its.port === port)),
      )
      .map(({ name, port }) => `${nameOf(owner)}: Service ${name} has no port ${port}`),
  );
}
