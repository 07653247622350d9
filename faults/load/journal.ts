/** What a client was told of one request. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly requestId: string;
      readonly headers: Headers;
      readonly body: Readonly<Record<string, unknown>>;
    }
  /** The connection broke, or no answer came in time. */
  | { readonly kind: 'broken' };

/** One request as its client saw it. */
export type Attempt = {
  readonly user: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Of a request with a text; one with a key has none, as after a failure of ours it is rightly paid for again. */
  readonly mark?: string;
  readonly idempotencyKey?: string;
  /** By `performance.now()`. */
  readonly sentAt: number;
  outcome?: Outcome;
};

/** Every request of a run. */
export type Journal = { readonly attempts: Attempt[] };

/** What is counted: everything that a capability does. */
export const isCounted = ({ method }: Pick<Attempt, 'method'>): boolean => method === 'POST';
