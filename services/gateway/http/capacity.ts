import { MEGABYTE } from '@styling/contracts';
import { Capacity } from '@styling/http';

/** What one gateway handles at once; further requests get a 503 with `Retry-After`. */
export type GatewayLimits = {
  /** Requests in progress, from their arrival until the client has received the response. */
  readonly requests: number;
  /** Bytes of request bodies in memory, from their arrival until their images are in the object store. */
  readonly bodyBytes: number;
};

/** Free capacity of one gateway. */
export type GatewayCapacity = ReturnType<typeof gatewayCapacity>;

/**
 * Ten thousand waiting requests of some kilobytes each (`npm run bench -- --only waiting --long`), and two thousand others;
 * twelve of the largest bodies, or some hundred ordinary photographs.
 */
export const defaultLimits: GatewayLimits = { requests: 12_000, bodyBytes: 256 * MEGABYTE };

/** Of all requests, those that may wait. */
const WAITING_SHARE = 5 / 6;
/** Connections per request: an excess request must get its 503 rather than be cut off. */
const CONNECTIONS_SHARE = 5 / 4;
const LEAST_CONNECTIONS = 10_000;

/** The capacity that `limits` allow. */
export const gatewayCapacity = ({ requests, bodyBytes }: GatewayLimits) => ({
  requests: new Capacity(requests),
  /** The part of them that may wait for a capability: those take long, and the rest is reserved for short ones. */
  waiting: new Capacity(Math.max(1, Math.floor(requests * WAITING_SHARE))),
  bodies: new Capacity(bodyBytes),
});

/** How many connections a gateway accepts that handles `requests` at once. */
export const connectionsFor = (requests: number): number =>
  Math.max(LEAST_CONNECTIONS, Math.ceil(requests * CONNECTIONS_SHARE));
