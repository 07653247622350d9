import { isPublicAddress } from './public-address.ts';

/** Host names that resolve only inside a private network, such as a cluster's services. */
const PRIVATE_NAME = /^[^.]*$|\.(local|localhost|internal|svc|lan|localdomain|home\.arpa|test)$/;

/** Whether the host of an http(s) URL is inside a private network, by its name or its literal address; nothing is resolved. */
export function isPrivateHost(url: string): boolean {
  // A full stop at the end makes a name absolute, not another one.
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress ? !isPublicAddress(host) : PRIVATE_NAME.test(host);
}
