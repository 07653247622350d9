import type { OutfitAnalysis, OutfitPicture } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';

/** What a worker thread does, with what it takes and what it gives. */
export type Tasks = {
  tryOn: { takes: TryOnRequest; gives: TryOnPicture };
  analyse: { takes: OutfitPicture; gives: OutfitAnalysis };
  checkSelfie: { takes: Uint8Array; gives: null };
  readPerson: { takes: Uint8Array; gives: Appearance };
};

/** The name of a task. */
export type Task = keyof Tasks;

/** A task with what it takes, as it crosses to a thread. */
export type Job = { [T in Task]: { task: T; input: Tasks[T]['takes'] } }[Task];

/** What any task gives. */
export type JobAnswer = Tasks[Task]['gives'];

/** What a worker thread is started with. */
export type WorkerSettings = { segmentationModel: string | undefined };
