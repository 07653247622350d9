import ipaddr from 'ipaddr.js';

/** IPv6 space allocated to the public internet; everything else is special or unassigned (IANA, RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public-looking addresses that are internal to a cloud: the Azure platform's (DNS, metadata). */
const cloudInternal: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether `address` (an IPv4 or IPv6 literal) is a host of the public internet: not loopback, private, link-local,
 * shared, reserved, multicast, documentation, translated or tunnelled space (IANA special-purpose registries), nor internal
 * to a cloud. An IPv4-mapped IPv6 address is treated as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
  return !cloudInternal.has(parsed.toString());
}
