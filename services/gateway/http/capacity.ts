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

/**
 * Ten thousand that wait, at some kilobytes each (`npm run bench -- --only waiting --long`), and two thousand that do not;
 * twelve of the largest bodies, or some hundreds of ordinary photographs.
 */
export const defaultLimits: GatewayLimits = { requests: 12_000, bodyBytes: 256 * MEBIBYTE };

/** Of all requests, those that may wait. */
const WAITING_SHARE = 5 / 6;
/** For each request, connections: who is too many has to be told 503, not cut off. */
const CONNECTIONS_SHARE = 5 / 4;
const LEAST_CONNECTIONS = 10_000;

/** Room for as much as `limits` says. */
export const gatewayCapacity = ({ requests, bodyBytes }: GatewayLimits): GatewayCapacity => ({
  requests: new Capacity(requests),
  waiting: new Capacity(Math.max(1, Math.floor(requests * WAITING_SHARE))),
  bodies: new Capacity(bodyBytes),
});

/** How many connections a gateway keeps that takes `requests` at once. */
export const connectionsFor = (requests: number): number =>
  Math.max(LEAST_CONNECTIONS, Math.ceil(requests * CONNECTIONS_SHARE));
