import type { Fault } from '../exchange.ts';
import { throttled } from './bodies.ts';

/** What becomes of one create. Whatever is left out goes well. */
export type Behaviour = {
  /**
   * How the create goes wrong: nothing is stored, except after `reset after`, `hang` and `garbage`, where only the answer
   * is lost.
   */
  readonly create?: Fault | 'reset after';
  /** How the first polls at the prediction go wrong, in order. */
  readonly polls?: readonly Fault[];
  /** How many polls find it running. */
  readonly runs?: number;
  /** How long it runs at least, in ms. */
  readonly takesMs?: number;
  readonly end?: Ending;
};

/** What becomes of a create, by what is asked for. */
export type BehaviourOf = (asked: { readonly model: string; readonly input: object }) => Behaviour;

/** How a prediction ends. */
export type Ending =
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'canceled' | 'aborted' }
  | {
      readonly status: 'succeeded';
      /** Instead of what the model would say. */
      readonly output?: unknown;
      /** Input, output and logs are removed already, as an hour later. */
      readonly expired?: boolean;
      /** Its picture is delivered under the wrong name and media type. */
      readonly mislabelled?: boolean;
      /** How each delivery of its picture goes wrong, in order. */
      readonly deliveries?: readonly Fault[];
    };

/** The model answers, after `polls` polls that find it running. */
export const runs = (polls: number): Behaviour => ({ runs: polls });
/** The model answers with this. */
export const says = (output: unknown): Behaviour => ({ end: { status: 'succeeded', output } });
/** It runs for ever. */
export const hangs = (): Behaviour => ({ runs: Number.POSITIVE_INFINITY });
/** The prediction fails with one of the vendor's codes. */
export const fails = (code: keyof typeof FAILURES): Behaviour => ({
  runs: 1,
  end: { status: 'failed', error: FAILURES[code] },
});
/** A safety filter refuses. */
export const refuses = (): Behaviour => ({ runs: 1, end: { status: 'failed', error: REFUSAL } });
/** The create is throttled. */
export const throttles = (...args: Parameters<typeof throttled>): Behaviour => ({ create: throttled(...args) });
/** The create is answered with a status of 500 or more, and not as JSON would be. */
export const breaks = (status: number): Behaviour => ({ create: { status, body: 'upstream connect error' } });
/** The connection breaks before or after the prediction is stored. */
export const resets = (when: 'before' | 'after'): Behaviour => ({
  create: when === 'before' ? 'reset' : 'reset after',
});
/** Somebody cancels it; or it does not start in time. */
export const ends = (status: 'canceled' | 'aborted'): Behaviour => ({ runs: 1, end: { status } });
/** It succeeds, and its output is removed before it is read. */
export const expires = (): Behaviour => ({ runs: 1, end: { status: 'succeeded', expired: true } });
/** Its picture has the wrong media type and ending. */
export const mislabels = (): Behaviour => ({ end: { status: 'succeeded', mislabelled: true } });

const REFUSAL =
  'The input or output was flagged as sensitive. Please try again with different inputs. (E005) (3vKdWxJ0ab)';
const FAILURES = {
  PA: 'Prediction interrupted; please retry (code: PA)',
  E9828: 'Director: unexpected error handling prediction (E9828)',
  E003: 'Service is currently unavailable due to high demand. Please try again later. (E003) (9bHxk2Fq1c)',
  E004: 'Service is temporarily unavailable. Please try again later. (E004) (x81kQm0Lzd)',
  E001: 'The model failed at https://replicate.com/internal/runs/4711 for the prompt it was given. (E001)',
} as const;
