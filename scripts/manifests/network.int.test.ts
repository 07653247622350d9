import { BlockList, isIPv6 } from 'node:net';
import { expect, it } from 'vitest';
import { overlay } from './kubectl.fixture.ts';
import { type LabelSelector, nameOf, selects, specsOf, workloadsOf } from './manifest.fixture.ts';

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

it.each(['k8s/overlays/dev', 'k8s/overlays/production', 'k8s/overlays/data', 'gpu/k8s'])(
  '%s: nothing comes in or goes out but what a policy allows, and only services that declare it reach the internet',
  (folder) => {
    const manifests = overlay(folder);
    const workloads = workloadsOf(manifests);
    const policies = specsOf<Policy>(manifests, 'NetworkPolicy').map(({ spec }) => spec);
    const denies = (type: string) =>
      policies.some(
        ({ podSelector, policyTypes, ingress, egress }) =>
          Object.keys(podSelector).length === 0 && policyTypes?.includes(type) && !ingress && !egress,
      );
    expect(denies('Ingress')).toBe(true);
    // Manifests without workloads cannot know what pods of operators have to reach.
    expect(denies('Egress') || workloads.length === 0).toBe(true);
    for (const { owner, labels } of workloads) {
      const rules = policies
        .filter(({ podSelector, policyTypes }) => policyTypes?.includes('Egress') && selects(podSelector, labels))
        .flatMap(({ egress }) => egress ?? []);
      const reached = (addresses: readonly string[], port: number) =>
        addresses.filter((address) => rules.some((rule) => allows(rule, address, port)));
      const mayLeave = labels['styling/reaches-internet'] === 'true';
      expect([...reached(FORBIDDEN, 80), ...reached(FORBIDDEN, 443)], nameOf(owner)).toEqual([]);
      expect(reached(PUBLIC, 443), nameOf(owner)).toEqual(mayLeave ? PUBLIC : []);
      expect(reached(PUBLIC, 5432), nameOf(owner)).toEqual([]);
    }
  },
);

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
