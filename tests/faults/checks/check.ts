import type { Client } from '../load/client.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { ModelTimes } from '../system/model-times.ts';
import type { Parts } from '../system/parts.ts';
import type { Replica } from '../system/replica.ts';

/** What a check works with: the stage that all checks share, under load, and a user of its own. */
export type Scene = {
  readonly stage: Stage;
  readonly parts: Parts;
  readonly random: Random;
  readonly times: ModelTimes;
  /** The two gateways that the load uses, too. */
  readonly gateway: Replica;
  readonly other: Replica;
  readonly client: Client;
};

/** A fault, and the guarantees that hold in spite of it. */
export type Check = {
  /** A number or a word, for `--only`. */
  readonly id: string;
  /** The fault and the expectation, in one line. */
  readonly name: string;
  /** @returns the observation, in a few words; throws when a guarantee is violated */
  run(scene: Scene): Promise<string>;
};
