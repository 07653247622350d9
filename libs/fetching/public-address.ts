import ipaddr from 'ipaddr.js';

/** Space handed out for the public internet; everything else in IPv6 is special or unassigned (IANA, RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Answers that are inside a cloud although the address looks public: the Azure platform's own (DNS, metadata). */
const cloudInternal: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether `address` (an IPv4 or IPv6 literal) is a host of the public internet: not loopback, private, link-local,
 * shared, reserved, multicast, documentation, translated or tunnelled space (IANA special-purpose registries), nor a
 * cloud's own. An IPv4 address in an IPv6 coat is judged as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
  return !cloudInternal.has(parsed.toString());
}
