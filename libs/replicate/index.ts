export * from './connect.ts';
export * from './hosted-models.ts';
export * from './models/image-models.ts';
export * from './models/text-models.ts';
export type { Candidate, Checkpoint, Prediction, PredictionReport } from './prediction.ts';
export * from './prices.ts';
export * from './variables.ts';
