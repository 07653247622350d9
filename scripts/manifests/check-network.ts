import { type Manifest, nameOf, specsOf, workloadsOf } from './manifest.ts';
import { lets, type PolicySpec } from './network-rules.ts';

/** Where nobody may go: private ranges, this host, neighbours in the cloud, metadata servers; IPv4 and what leads to it. */
const FORBIDDEN = [
  '0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.0.0.192 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255',
  '::1 ::ffff:10.0.0.1 64:ff9b::a00:1 fc00::1 fd00:ec2::254 fe80::1 ff02::1 2001::1 2002:a00:1::1',
].flatMap((line) => line.split(' '));
/** Somewhere on the internet: documentation's own addresses lead nowhere. */
const PUBLIC = ['93.184.215.14', '2606:2800:220:1::1'];
const LEAVES = 'styling/reaches-internet';

/** Nothing comes in or goes out but what a policy names, and only who fetches or calls models leaves the cluster. */
export function checkNetwork(manifests: readonly Manifest[]): string[] {
  const policies = specsOf<PolicySpec>(manifests, 'NetworkPolicy');
  const denies = (type: string, rules: 'ingress' | 'egress') =>
    policies.some(
      ({ spec }) =>
        Object.keys(spec.podSelector).length === 0 && spec.policyTypes?.includes(type) && spec[rules] === undefined,
    );
  const workloads = workloadsOf(manifests);
  const open = [
    ...(denies('Ingress', 'ingress') ? [] : ['no policy denies what comes in']),
    // Where only operators' pods run, these manifests cannot know what has to leave.
    ...(denies('Egress', 'egress') || workloads.length === 0 ? [] : ['no policy denies what goes out']),
  ];
  const leaving = workloads.flatMap(({ owner, labels }) => {
    const may = labels[LEAVES] === 'true';
    return [
      ...FORBIDDEN.filter((address) => [80, 443].some((port) => lets(manifests, labels, address, port))).map(
        (address) => `may reach ${address}`,
      ),
      ...PUBLIC.filter((address) => lets(manifests, labels, address, 443) !== may).map((address) =>
        may ? `cannot reach ${address}` : `may reach ${address}, which only ${LEAVES} allows`,
      ),
      ...PUBLIC.filter((address) => lets(manifests, labels, address, 5432)).map(
        (address) => `may reach any port of ${address}`,
      ),
    ].map((violation) => `${nameOf(owner)} ${violation}`);
  });
  return [...open, ...leaving];
}
