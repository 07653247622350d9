/** What goes wrong with one request for a picture or a chat completion. */
export type OpenAiFault =
  /** The connection breaks before anything is made, or when it is made and billed. */
  | 'reset'
  | 'reset after'
  | 'hang'
  /** HTML with status 200, as from a proxy. */
  | 'garbage'
  /** 429, with `Retry-After` if `retryAfter` is set. */
  | 'throttled'
  /** 429 that no waiting ends. */
  | 'out of credit'
  /** A refusal by a safety filter. */
  | 'refused'
  /** A refusal by the language model itself, in a completion of status 200. */
  | 'declined'
  /** 503: the model is still being loaded. */
  | 'not loaded'
  /** 503 of a proxy, although it is made and billed. */
  | 'unavailable after'
  /** 500, with the server's own address in the text. */
  | 'crashed'
  /** 400 about our request. */
  | 'rejected'
  /** The JPEG, or the text of the answer, ends in the middle. */
  | 'half a picture'
  /** Status 200 without a picture, or without an answer. */
  | 'empty';

/** How the stand-in treats one request. Anything left out succeeds. */
export type OpenAiBehaviour = {
  readonly fault?: OpenAiFault;
  /** `Retry-After` of `throttled`: seconds, or an HTTP date. */
  readonly retryAfter?: string;
  /** Run time, in ms. Work that its client has left is abandoned. */
  readonly takesMs?: number;
  /** Answers with an address: of its own, relative, or this one. */
  readonly url?: 'own' | 'relative' | { readonly elsewhere: string };
  /** Text of a chat completion, in place of one that conforms to the schema. */
  readonly content?: string;
};
