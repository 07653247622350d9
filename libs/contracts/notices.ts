import { z } from 'zod';

/** Core NATS: at most once, to current subscribers, in no stream. A hint to look again, never a fact. */
const noticeAddresses = {
  'job.changed': 'styling.job.changed.{request_id}',
  /** Carries a `Progress`. */
  'request.progressed': 'styling.progress.{request_id}',
  'feed.changed': 'styling.feed.changed.{user_id}',
  /** A reader waits for this projection, at a passive replica. */
  'projection.awaited': 'styling.projection.awaited.{projection}',
} as const;

export type NoticeName = keyof typeof noticeAddresses;

/** Subject about one entity. */
export const noticeOf = (name: NoticeName, id: string): string => noticeAddresses[name].replace(/\{\w+\}/, id);

/** Subject about any entity. */
export const anyNotice = (name: NoticeName): string => noticeOf(name, '*');

/** In order; endpoint and provider decide which occur. */
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

export const progress = z
  .object({
    stage: z.enum(progressStages).meta({ description: 'What is being done' }),
    fraction: z.number().min(0).max(1).meta({ description: 'Estimated part that is done, 0 to 1; never falls' }),
  })
  .meta({ id: 'Progress' });
export type Progress = z.output<typeof progress>;

/** Never throws. */
export type ReportProgress = (stage: ProgressStage, fraction: number) => void;
