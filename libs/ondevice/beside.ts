import type { OrderedGarments, OrdersToRead } from './order/read-garments.ts';
import type { Shading, ToShade } from './person/shade.ts';

/** The parts of a try-on that another thread can do beside it, with their inputs and results: plain data. */
export type PartTasks = {
  readGarments: { takes: OrdersToRead; gives: OrderedGarments };
  separateShading: { takes: ToShade; gives: Shading };
};

/** Has a part done by another thread. Undefined if none is idle, or if it failed: then it is to be done as if there were no other thread. */
export type DoBeside = <T extends keyof PartTasks>(
  task: T,
  input: PartTasks[T]['takes'],
) => Promise<PartTasks[T]['gives'] | undefined>;
