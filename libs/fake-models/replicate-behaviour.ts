import type { Answer, FakeResponse } from './exchange.ts';
import type { PaintingFault } from './made-up.ts';

/** How the fake treats one create; anything left out succeeds. */
export type Behaviour = {
  /** Nothing is stored, except for `reset after`, `hang` and `garbage`, which only lose the response. */
  readonly create?: Answer | 'reset after';
  /** Stored although the create fails with an answer. */
  readonly stored?: boolean;
  readonly polls?: readonly Answer[];
  /** Polls that find the prediction running. */
  readonly runs?: number;
  readonly takesMs?: number;
  readonly end?: Ending;
};

export type BehaviourOf = (asked: { readonly model: string; readonly input: object }) => Behaviour;

export type Ending = {
  /** It fails with this. */
  readonly error?: string;
  readonly output?: unknown;
  readonly paints?: PaintingFault;
  /** Input, output and logs are already removed, as after an hour. */
  readonly expired?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Answers of the first downloads of the picture, in order. */
  readonly deliveries?: readonly Answer[];
};

/** Succeeds after `polls` polls that find it running. */
export const runs = (polls: number): Behaviour => ({ runs: polls });
/** Succeeds with this output. */
export const says = (output: unknown): Behaviour => ({ end: { output } });
/** Runs for ever. */
export const hangs = (): Behaviour => ({ runs: Number.POSITIVE_INFINITY });
/** Fails with one of the vendor's codes. */
export const fails = (code: keyof typeof FAILURES): Behaviour => ({ runs: 1, end: { error: FAILURES[code] } });
/** Is refused by a safety filter. */
export const refuses = (): Behaviour => fails('E005');
/** The create gets a 5xx whose body is no API error. */
export const breaks = (status: number): Behaviour => ({ create: { status, body: 'upstream connect error' } });
/** The create gets a 5xx although the prediction is stored. */
export const breaksAfter = (status: number): Behaviour => ({ ...breaks(status), stored: true });
/** The connection is reset after the prediction is stored. */
export const resetsAfter = (): Behaviour => ({ create: 'reset after' });
/** Succeeds, but the output is removed before it is downloaded. */
export const expires = (): Behaviour => ({ runs: 1, end: { expired: true } });

const FAILURES = {
  PA: 'Prediction interrupted; please retry (code: PA)',
  E001: 'The model failed at https://replicate.com/internal/runs/4711 for the prompt it was given. (E001)',
  E003: 'Service is currently unavailable due to high demand. Please try again later. (E003) (9bHxk2Fq1c)',
  E004: 'Service is temporarily unavailable. Please try again later. (E004) (x81kQm0Lzd)',
  E005: 'The input or output was flagged as sensitive. Please try again with different inputs. (E005) (3vKdWxJ0ab)',
} as const;

const refusal = (status: number, detail: string, title?: string, more: object = {}): FakeResponse => ({
  status,
  body: { title, detail, status, ...more },
});
const INVALID = 'Input validation failed';

/** Replicate's error responses, as observed. */
export const refusals = {
  unauthenticated: refusal(401, 'You did not pass an authentication token', 'Unauthenticated'),
  insufficientCredit: refusal(
    402,
    'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit.',
    'Insufficient credit',
  ),
  notFound: refusal(404, 'The requested resource could not be found.'),
  promptRequired: refusal(422, '- input: prompt is required\n', INVALID, {
    invalid_fields: [{ type: 'required', field: 'input', description: 'prompt is required' }],
  }),
  invalidLifetime: refusal(422, '- Cancel-After: invalid\n', INVALID),
  invalidVersion: refusal(
    422,
    'The specified version does not exist (or perhaps you don’t have permission to use it?). See https://replicate.com/docs for help.',
    'Invalid version or not permitted',
  ),
};

/** A 429, with the delay in the text, too. */
export const throttled = (seconds: number): FakeResponse =>
  refusal(429, `Request was throttled. Your rate limit resets in ~${seconds}s.`, undefined, { retry_after: seconds });
