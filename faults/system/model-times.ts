import type { Behaviour, BehaviourOf } from '@styling/fake-models';
import type { Random } from '../random.ts';

/** The outcome of each model call: as set for that request, else a success after 0.2 to 2 s. */
export type ModelTimes = {
  readonly behaviourOf: BehaviourOf;
  /** Sets the outcome of every call for the request with this mark. */
  set(mark: string, behaviour: Behaviour): void;
};

/** A text that clients put into a request, by which its model calls are found. */
export const markOf = (number: number): string => `look-${number}-`;
const MARK = /look-\d+-/;

/** The mark of the request that a model's input is of; undefined for one without, e.g. an analysis. */
export const markIn = (input: object): string | undefined => MARK.exec(JSON.stringify(input))?.[0];

/** Model times determined by `random`. */
export function modelTimes(random: Random): ModelTimes {
  const chosen = new Map<string, Behaviour>();
  return {
    behaviourOf: ({ input }) => chosen.get(markIn(input) ?? '') ?? { takesMs: random.between(200, 2_000) },
    set: (mark, behaviour) => void chosen.set(mark, behaviour),
  };
}
