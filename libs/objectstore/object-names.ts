/** Prefixes of what belongs to a request and dies with it. */
export const requestPrefixes = ['requests/', 'results/'] as const;

/** Prefix of results that may be asked for again: they are kept as long as a client may repeat its request. */
export const answerPrefix = 'answers/';

/**
 * Names of objects. Ids are 96 random bits, so no name can be guessed. `images/` is all that a production store may
 * serve to the public; `requests/`, `results/` and `answers/` are private and short-lived.
 */
export const objectNames = {
  image: (imageId: string) => `images/${imageId}.jpg`,
  /** What came with a request, in one object (`packInput`). */
  input: (requestId: string) => `requests/${requestId}`,
  /** Begins the names of what a worker notes down while it makes `what` for a request. */
  checkpointPrefix: (requestId: string, what: string) => `requests/${requestId}/${what}/`,
  /** Begins the names of a request's input and of all that was noted down for it. Ids have one length: of no other's. */
  ofRequest: (requestId: string) => `requests/${requestId}`,
  /** The answer to a request that leaves no record; it goes once it is told, or with age if it may be asked for again. */
  result: ({ request_id, repeatable }: { readonly request_id: string; readonly repeatable: boolean }) =>
    `${repeatable ? answerPrefix : 'results/'}${request_id}`,
} as const;
