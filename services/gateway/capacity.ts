import { Capacity } from '@styling/http';

/** What one gateway takes on at once; who comes when it is full is told 503 and when to try again. */
export type GatewayLimits = {
  /** Requests that are under way, from their arrival until their answer has been received. */
  readonly requests: number;
  /** Bytes of request bodies in memory, from their arrival until their pictures are in the object store. */
  readonly bodyBytes: number;
};

/** Room in one gateway. */
export type GatewayCapacity = {
  readonly requests: Capacity;
  /** Of those, the ones that wait for a capability: they take long, and the rest is left to the quick ones. */
  readonly waiting: Capacity;
  readonly bodies: Capacity;
};

const MEBIBYTE = 1024 * 1024;

/** Two thousand users served at once; twelve of the largest bodies, or some hundreds of ordinary photographs. */
export const defaultLimits: GatewayLimits = { requests: 2_000, bodyBytes: 256 * MEBIBYTE };

/** Room for as much as `limits` says. */
export const gatewayCapacity = ({ requests, bodyBytes }: GatewayLimits): GatewayCapacity => ({
  requests: new Capacity(requests),
  waiting: new Capacity(Math.ceil(requests * 0.75)),
  bodies: new Capacity(bodyBytes),
});
