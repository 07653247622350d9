import { serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { type AnalysisDependencies, analyzeOutfit } from './analyze-outfit.ts';

/** Starts working on accepted requests to name the items of a picture. */
export const startAnalysis = (deps: AnalysisDependencies): Promise<Running> =>
  serveCapability(deps, 'analysis', deps.provider.concurrency, analyzeOutfit(deps));
