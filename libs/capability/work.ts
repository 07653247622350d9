import type { RequestAccepted } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';

/** The circumstances of one piece of work that a provider does for a request, besides what it is asked for. */
export type Work = {
  /** Of the request: nobody waits for it any longer. */
  readonly deadline: Date;
  /** Aborted when this process leaves; a redelivery goes on. */
  readonly signal: AbortSignal;
  /** Prefix of the objects in which the provider stores its checkpoint state for a redelivery; deleted with the input. */
  readonly checkpointPrefix: string;
};

/** @param what is made, unique in the request: an image's id, `result`, … */
export const workOf = ({ request_id, deadline }: RequestAccepted['data'], what: string, signal: AbortSignal): Work => ({
  deadline: new Date(deadline),
  signal,
  checkpointPrefix: objectNames.checkpointPrefix(request_id, what),
});
