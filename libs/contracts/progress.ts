import { z } from 'zod';

/** What is being done for a request, in the order in which it may come; which of them depends on endpoint and provider. */
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

/** How far a request is. It is published while the request runs, may be lost, and is in no log. */
export const progress = z
  .object({
    stage: z.enum(progressStages).meta({ description: 'What is being done' }),
    fraction: z.number().min(0).max(1).meta({ description: 'Estimated part that is done, 0 to 1; never falls' }),
  })
  .meta({ id: 'Progress' });
export type Progress = z.output<typeof progress>;

/** Reports how far some work is; never throws. */
export type ReportProgress = (stage: ProgressStage, fraction: number) => void;
