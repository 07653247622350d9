import { isPublicAddress } from './public-address.ts';

/** Which hosts may be fetched from. */
export type UrlPolicy = {
  /** Asked for every URL on the way, redirects included; default: all are allowed. */
  allowsUrl?(url: URL): boolean;
  /** @param port as in a parsed URL: `''` for the protocol's default */
  allowsPort(port: string): boolean;
  /** @param address an IPv4 or IPv6 literal */
  allowsAddress(address: string): boolean;
};

const webPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Web servers of the public internet. */
export const publicOnly: UrlPolicy = {
  allowsPort: (port) => webPorts.has(port),
  allowsAddress: isPublicAddress,
};

/** Any host: for tests with local servers, never for production. */
export const anywhere: UrlPolicy = { allowsPort: () => true, allowsAddress: () => true };
