import type { MessagePort } from 'node:worker_threads';
import type { Progress } from '@styling/contracts';
import type { OutfitAnalysis, OutfitPicture } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import type { NetworkName } from './models/networks.ts';
import type { Flaw, MadePicture } from './person/judge-picture.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';
import type { SentError } from './wire.ts';

/** The tasks of the engine, with their inputs and results. */
export type Tasks = {
  tryOn: { takes: TryOnRequest; gives: TryOnPicture };
  analyse: { takes: OutfitPicture; gives: OutfitAnalysis };
  checkSelfie: { takes: Uint8Array; gives: true };
  readPerson: { takes: Uint8Array; gives: Appearance };
  judgePicture: { takes: MadePicture; gives: Flaw | undefined };
};

/** The name of a task. */
export type Task = keyof Tasks;

/** A task with its input. */
export type Job = { [T in Task]: { task: T; input: Tasks[T]['takes'] } }[Task];

/** What came of a job. */
export type Outcome = { answer: Tasks[Task]['gives'] } | { failed: SentError };

/** To the engine's process: a job to be done, or that the one with this `id` is not wanted any more. */
export type ToHost = { id: number; job?: Job; abort?: true };

/** From it, for each job: its progress, and one outcome. */
export type FromHost = JobProgress | ({ id: number } & Outcome);

/** What a thread gets: a job with its number, and a port to the thread that runs the networks. */
export type Work = { id: number; job: Job; networks: MessagePort };

/** How far a job is, as a thread tells. */
export type JobProgress = { id: number; progress: Progress };

/** Over a port to the networks: a run of one, with a number that its outputs have too. */
export type NetworkRun = { run: number; name: NetworkName; input: Float32Array };

/** What comes back. */
export type NetworkOutputs = { run: number; outputs: Float32Array[] };
