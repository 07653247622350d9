import { BlockList, isIPv6 } from 'node:net';
import { checkEnvironment, checkReferences, sourceValues } from './check-environment.ts';
import { type LabelSelector, type Manifest, nameOf, selects, specsOf, type Workload, workloadsOf } from './manifest.ts';
import { listedSecrets } from './programs.ts';

/** The label by which deploy/k8s/README.md applies one part after another. */
export const STAGE = 'styling/stage';
const STAGES = ['platform', 'provision', 'services', 'operator'];

type Port = string | number;
type Selection = { readonly owner: Manifest; readonly selector: LabelSelector; readonly ports: readonly Port[] };
type ServiceSpec = { selector?: Record<string, string>; ports?: { port: number; targetPort?: Port }[] };
type PolicySpec = { podSelector: LabelSelector; ingress?: { ports?: { port?: Port }[] }[] };

/**
 * Every service, budget and policy selects some pod, and ports that it has: a policy that selects none protects nothing.
 * Where objects are applied in stages, each belongs to one, as an object without a stage would never be applied.
 */
export function checkSelection(manifests: readonly Manifest[]): string[] {
  const workloads = workloadsOf(manifests);
  // Beside a Cluster, whose pods CloudNativePG labels with its name, are those of the NATS chart.
  const operated = specsOf(manifests, 'Cluster').flatMap(({ owner }) => [
    { 'cnpg.io/cluster': owner.metadata.name },
    { 'app.kubernetes.io/name': 'nats' },
  ]);
  const stageOf = ({ metadata }: Manifest) => metadata.labels?.[STAGE];
  return [
    ...selectionsOf(manifests).flatMap(({ owner, selector, ports }) => {
      const selected = workloads.filter(({ labels }) => selects(selector, labels));
      if (selected.length === 0 && !operated.some((labels) => selects(selector, labels))) {
        return [`${nameOf(owner)} selects no pod`];
      }
      return selected.flatMap((workload) =>
        ports
          .filter((port) => !hasPort(workload, port))
          .map((port) => `${nameOf(owner)}: ${nameOf(workload.owner)} has no port ${port}`),
      );
    }),
    ...manifests
      .filter((manifest) => manifests.some(stageOf) && !STAGES.includes(stageOf(manifest) ?? ''))
      .map((manifest) => `${nameOf(manifest)} belongs to no stage`),
  ];
}

const selectionsOf = (manifests: readonly Manifest[]): Selection[] => [
  ...specsOf<ServiceSpec>(manifests, 'Service').map(({ owner, spec: { selector = {}, ports = [] } }) => ({
    owner,
    selector: { matchLabels: selector },
    ports: ports.map(({ port, targetPort = port }) => targetPort),
  })),
  ...specsOf<PolicySpec>(manifests, 'NetworkPolicy').map(({ owner, spec: { podSelector, ingress = [] } }) => ({
    owner,
    selector: podSelector,
    ports: ingress.flatMap(({ ports = [] }) => ports.flatMap(({ port = [] }) => port)),
  })),
  ...specsOf<{ selector: LabelSelector }>(manifests, 'PodDisruptionBudget').map(({ owner, spec: { selector } }) => ({
    owner,
    selector,
    ports: [],
  })),
];

const hasPort = ({ pod }: Workload, port: Port): boolean =>
  pod.containers.some(({ ports }) => ports?.some(({ name, containerPort }) => [name, containerPort].includes(port)));

type Policy = {
  podSelector: LabelSelector;
  policyTypes?: string[];
  ingress?: unknown[];
  egress?: {
    to?: { ipBlock?: { cidr: string; except?: string[] } }[];
    ports?: { protocol?: string; port?: unknown }[];
  }[];
};

/** Forbidden destinations of pods: private ranges, this host, neighbours in the cloud, metadata servers; IPv4 and what leads to it. */
const FORBIDDEN = [
  '0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.0.0.192 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255',
  '::1 ::ffff:10.0.0.1 64:ff9b::a00:1 fc00::1 fd00:ec2::254 fe80::1 ff02::1 2001::1 2002:a00:1::1',
].flatMap((line) => line.split(' '));
/** Addresses on the internet. */
const PUBLIC = ['93.184.215.14', '2606:2800:220:1::1'];
const INTERNET = 'styling/reaches-internet';

/** Nothing comes in or goes out but what a policy allows, and only services that declare it reach the internet. */
export function checkNetwork(manifests: readonly Manifest[]): string[] {
  const policies = specsOf<Policy>(manifests, 'NetworkPolicy').map(({ spec }) => spec);
  const workloads = workloadsOf(manifests);
  const denies = (type: string) =>
    policies.some(
      ({ podSelector, policyTypes, ingress, egress }) =>
        Object.keys(podSelector).length === 0 && policyTypes?.includes(type) && !ingress && !egress,
    );
  const leaving = workloads.flatMap(({ owner, labels }) => {
    const rules = policies
      .filter(({ podSelector, policyTypes }) => policyTypes?.includes('Egress') && selects(podSelector, labels))
      .flatMap(({ egress }) => egress ?? []);
    const reaches = (address: string, port: number) => rules.some((rule) => allows(rule, address, port));
    const may = labels[INTERNET] === 'true';
    return [
      ...FORBIDDEN.filter((address) => reaches(address, 80) || reaches(address, 443)).map((one) => `may reach ${one}`),
      ...PUBLIC.filter((address) => reaches(address, 443) !== may).map((address) =>
        may ? `cannot reach ${address}` : `may reach ${address}, which only ${INTERNET} allows`,
      ),
      ...PUBLIC.filter((address) => reaches(address, 5432)).map((address) => `may reach any port of ${address}`),
    ].map((violation) => `${nameOf(owner)} ${violation}`);
  });
  return [
    ...(denies('Ingress') ? [] : ['no policy denies what comes in']),
    // These manifests cannot know what pods of operators have to reach.
    ...(denies('Egress') || workloads.length === 0 ? [] : ['no policy denies what goes out']),
    ...leaving,
  ];
}

/** Whether a rule allows a TCP connection to an address outside of the cluster; rules with named ports lead to pods. */
const allows = ({ to, ports }: NonNullable<Policy['egress']>[number], address: string, port: number): boolean =>
  (!ports || ports.some((one) => one.protocol !== 'UDP' && (one.port ?? port) === port)) &&
  (!to || to.some(({ ipBlock }) => ipBlock && isWithin([ipBlock.cidr], address) && !isWithin(ipBlock.except, address)));

function isWithin(ranges: readonly string[] = [], address: string): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    // An IPv4 range would also hold the IPv6 addresses that are mapped to it.
    if (isIPv6(net) === isIPv6(address)) list.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Every check on the manifests of one overlay that only this repository can make. Their form, and the security of pods, the cluster
 * checks when they are applied: its namespaces enforce the profile `restricted`.
 *
 * @returns a line for each violation
 */
export function checkManifests(manifests: readonly Manifest[]): string[] {
  const values = sourceValues(manifests, listedSecrets);
  return [
    ...checkSelection(manifests),
    ...checkReferences(manifests, values),
    ...checkEnvironment(manifests, values),
    ...checkNetwork(manifests),
  ];
}
