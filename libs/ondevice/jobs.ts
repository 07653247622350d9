import type { OutfitAnalysis, OutfitPicture } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import type { PartTasks } from './beside.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';

/** The tasks of a worker thread, with their inputs and results. */
export type Tasks = PartTasks & {
  tryOn: { takes: TryOnRequest; gives: TryOnPicture };
  analyse: { takes: OutfitPicture; gives: OutfitAnalysis };
  checkSelfie: { takes: Uint8Array; gives: true };
  readPerson: { takes: Uint8Array; gives: Appearance };
};

/** The name of a task. */
export type Task = keyof Tasks;

/** A task with its input, as sent to a thread. */
export type Job = { [T in Task]: { task: T; input: Tasks[T]['takes'] } }[Task];

/** The result of any task. */
export type JobAnswer = Tasks[Task]['gives'];

/** The settings of a pool's threads: whether there may be another one to share work with. The pool adds ports to the threads with the networks. */
export type WorkerSettings = { shares: boolean };
