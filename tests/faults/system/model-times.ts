import type { Behaviour, BehaviourOf, FakeModels } from '@styling/fake-models';
import type { Random } from '../random.ts';

let marks = 0;
/** A new text in a request, by which its model calls are found. */
export const nextMark = (): string => `look-${++marks}-`;

/** Undefined without one, e.g. for an analysis. */
const markIn = (input: object): string | undefined => /look-\d+-/.exec(JSON.stringify(input))?.[0];

/** The predictions of all requests, with mark and status. */
export const modelCalls = ({ replicate }: FakeModels) =>
  replicate.predictions.map(({ input, status }) => ({ mark: markIn(input), status }));

/** Each as set for its request, else a success after 0.2 to 2 s, determined by `random`. */
export function modelTimes(random: Random) {
  const chosen = new Map<string, Behaviour>();
  const behaviourOf: BehaviourOf = ({ input }) =>
    chosen.get(markIn(input) ?? '') ?? { takesMs: random.between(200, 2_000) };
  return {
    behaviourOf,
    /** A new mark, with this outcome for every call. */
    mark(behaviour: Behaviour): string {
      const mark = nextMark();
      chosen.set(mark, behaviour);
      return mark;
    },
    /** For further calls. */
    change: (mark: string, behaviour: Behaviour): void => void chosen.set(mark, behaviour),
  };
}
