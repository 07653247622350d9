/** The answer that a client received to one request. */
export type Answer = {
  readonly kind: 'answered';
  readonly status: number;
  readonly requestId: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

/** `broken`: the connection broke, or no answer came in time. */
export type Outcome = Answer | { readonly kind: 'broken' };

/** One request as its client saw it. */
export type Attempt = {
  readonly user: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Of a request with a text and no `Idempotency-Key`: a retry after an internal failure may cost a second model call. */
  readonly mark?: string;
  readonly idempotencyKey?: string;
  /** By `performance.now()`. */
  readonly sentAt: number;
  outcome?: Outcome;
};

/** Whether a request counts towards the limit: everything that a capability processes. */
export const isCounted = ({ method, path }: Pick<Attempt, 'method' | 'path'>): boolean =>
  method === 'POST' && !path.startsWith('/jobs/') && path !== '/webhooks';
