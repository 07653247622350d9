import type { Behaviour, BehaviourOf } from '@styling/fake-models';
import type { Random } from '../random.ts';

/** Says how each model call goes: as it was told for that request, else well, in 0.2 to 2 s. */
export type ModelTimes = {
  readonly behaviourOf: BehaviourOf;
  /** How every call for the request with this mark goes. */
  set(mark: string, behaviour: Behaviour): void;
};

/** What clients write into a request's text to find its model calls again. */
export const markOf = (number: number): string => `look-${number}-`;
const MARK = /look-\d+-/;

/** The mark of the request that a model's input is of; undefined for one without, e.g. an analysis. */
export const markIn = (input: object): string | undefined => MARK.exec(JSON.stringify(input))?.[0];

/** Model times that follow from `random`. */
export function modelTimes(random: Random): ModelTimes {
  const told = new Map<string, Behaviour>();
  return {
    behaviourOf: ({ input }) => told.get(markIn(input) ?? '') ?? { takesMs: random.between(200, 2_000) },
    set: (mark, behaviour) => void told.set(mark, behaviour),
  };
}
