/** How a request ended: 2xx; 4xx; 5xx. */
export const outcomes = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome of an HTTP status. */
export const outcomeOf = (status: number): Outcome =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'succeeded';
