import { serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { type AnalysisDependencies, analyzeOutfit } from './analyze-outfit.ts';

/** Starts processing accepted analysis requests. */
export const startAnalysis = (deps: AnalysisDependencies): Promise<Running> =>
  serveCapability(deps, 'analysis', deps.provider.concurrency, analyzeOutfit(deps));
