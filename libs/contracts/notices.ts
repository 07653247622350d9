import { z } from 'zod';

/**
 * Notices over core NATS: delivered at most once, to current subscribers, and kept by no stream. A hint to look again, never a
 * fact. `{…}` are the variable tokens of its subject.
 */
const noticeAddresses = {
  /** The row of a job has changed. */
  'job.changed': 'styling.job.changed.{request_id}',
  /** Progress of a request: a `Progress`. */
  'request.progressed': 'styling.progress.{request_id}',
  /** There are new events in the feed of a user. */
  'feed.changed': 'styling.feed.changed.{user_id}',
  /** A reader waits for this projection, at a replica that is not the active one. */
  'projection.awaited': 'styling.projection.awaited.{projection}',
} as const;

export type NoticeName = keyof typeof noticeAddresses;

/** Subject of a notice about the entity with this id. */
export const noticeOf = (name: NoticeName, id: string): string => noticeAddresses[name].replace(/\{\w+\}/, id);

/** Subject of a notice about any entity. */
export const anyNotice = (name: NoticeName): string => noticeOf(name, '*');

/** Stages of a request, in order; endpoint and provider decide which of them occur. */
export const progressStages = [
  'preparing',
  'finding_person',
  'cutting_out',
  'parsing',
  'advising',
  'analysing',
  'generating',
  'dressing',
  'composing',
  'searching_products',
] as const;
export type ProgressStage = (typeof progressStages)[number];

/** Progress of a running request, published at most once and kept in no log. */
export const progress = z
  .object({
    stage: z.enum(progressStages).meta({ description: 'What is being done' }),
    fraction: z.number().min(0).max(1).meta({ description: 'Estimated part that is done, 0 to 1; never falls' }),
  })
  .meta({ id: 'Progress' });
export type Progress = z.output<typeof progress>;

/** Reports how far some work is; never throws. */
export type ReportProgress = (stage: ProgressStage, fraction: number) => void;
