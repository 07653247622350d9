import { BlockList, isIPv6 } from 'node:net';
import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import { selects } from './labels.ts';
import { type Manifest, specsOf } from './manifest.ts';

/** What is used here of a NetworkPolicy. */
export type PolicySpec = {
  podSelector: ILabelSelector;
  policyTypes?: string[];
  ingress?: unknown[];
  egress?: {
    to?: { ipBlock?: { cidr: string; except?: string[] } }[];
    ports?: { protocol?: string; port?: unknown }[];
  }[];
};

/**
 * Whether some policy lets a pod with these labels open a TCP connection to an address outside of the cluster.
 *
 * @param port a number; rules that name theirs lead to pods
 */
export function lets(
  manifests: readonly Manifest[],
  labels: Readonly<Record<string, string>>,
  address: string,
  port: number,
): boolean {
  return specsOf<PolicySpec>(manifests, 'NetworkPolicy')
    .filter(({ spec }) => spec.policyTypes?.includes('Egress') && selects(spec.podSelector, labels))
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ ports }) => !ports || ports.some((one) => one.protocol !== 'UDP' && (one.port ?? port) === port))
    .some(({ to }) => !to || to.some(({ ipBlock }) => ipBlock !== undefined && holds(ipBlock, address)));
}

const holds = ({ cidr, except = [] }: { cidr: string; except?: string[] }, address: string): boolean =>
  isWithin(cidr, address) && !except.some((one) => isWithin(one, address));

function isWithin(cidr: string, address: string): boolean {
  const [net = '', bits] = cidr.split('/');
  if (isIPv6(net) !== isIPv6(address)) return false;
  const family = isIPv6(net) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(net, Number(bits), family);
  return list.check(address, family);
}
