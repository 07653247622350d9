import { z } from 'zod';

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
