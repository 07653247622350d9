import { MEGABYTE } from '@styling/contracts';
import { Capacity, Places, Turns } from '@styling/http';

/** Limits of one gateway; further requests get a 503 with `Retry-After`. */
export const defaultLimits = {
  /** From arrival until the client has received the response; 10,000 wait (`npm run bench -- --only waiting --long`). */
  requests: 12_000,
  /** Requests until their images are stored, responses until the client has received them; 12 of the largest. */
  bodyBytes: 256 * MEGABYTE,
  /** Free requests of one user a second, on average; of counted ones that upload, a quarter. Further ones wait. */
  userPerSecond: 100,
  /** Requests that wait for a job, beside those in progress. */
  watches: 10_000,
};

export type GatewayLimits = Readonly<typeof defaultLimits>;

/** Share of all requests that may wait for a worker. */
const WAITING_SHARE = 5 / 6;
/** Requests of one user that upload, read, or receive a result at the same time. */
const USER_AT_ONCE = 2;
/** Share of all requests that one user may have waiting for a turn. */
const QUEUE_SHARE = 1 / 16;
const USER_WATCHES_SHARE = 1 / 100;
/** An upload costs as much as some reads, even a refused one. */
const UPLOAD_SHARE = 1 / 4;
/** Less than a client may take to send a request or to receive a response, which `listen` limits. */
const TURN_WAIT_MS = 30_000;
/** Connections per request: an excess request must get its 503 rather than be cut off. */
const CONNECTIONS_SHARE = 5 / 4;
const LEAST_CONNECTIONS = 10_000;

/** Free capacity of one gateway. */
export function gatewayCapacity({ requests, bodyBytes, userPerSecond, watches }: GatewayLimits) {
  const turns = (perSecond: number) => {
    const waiting = Math.max(1, Math.floor(requests * QUEUE_SHARE));
    return new Turns({ atOnce: USER_AT_ONCE, perSecond, waiting, waitMs: TURN_WAIT_MS });
  };
  return {
    /** Until the client has received the response. */
    reads: turns(userPerSecond),
    /** Assets, and counted requests before their images are in the object store. */
    uploads: turns(userPerSecond * UPLOAD_SHARE),
    /** Results, from before they are fetched until the client has received the response. */
    answers: turns(userPerSecond * UPLOAD_SHARE),
    requests: new Capacity(requests),
    /** The part of them that may wait for a capability: those take long, and the rest is reserved for short ones. */
    waiting: new Capacity(Math.max(1, Math.floor(requests * WAITING_SHARE))),
    bodies: new Capacity(bodyBytes),
    /** Long polls and event streams: they take neither a turn nor a place of those in progress while they wait. */
    watches: new Places({ inAll: watches, byUser: Math.max(1, Math.floor(watches * USER_WATCHES_SHARE)) }),
  };
}

/** Maximum connections of a gateway with these limits. */
export const connectionsFor = ({ requests, watches }: GatewayLimits): number =>
  Math.max(LEAST_CONNECTIONS, Math.ceil((requests + watches) * CONNECTIONS_SHARE));
