import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { ModelTimes } from '../system/model-times.ts';
import type { Parts } from '../system/parts.ts';

/** What a check works with: the stage that all share, under load. */
export type Scene = {
  readonly stage: Stage;
  readonly parts: Parts;
  readonly random: Random;
  readonly times: ModelTimes;
};

/** Something that goes wrong, and what is promised all the same. */
export type Check = {
  /** The number of issue 6, or a word. */
  readonly id: string;
  /** What happens, and what is expected of it. */
  readonly name: string;
  /** @returns what was seen, in a few words; throws when the promise is broken */
  run(scene: Scene): Promise<string>;
};
