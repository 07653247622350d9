import { serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { type TryOnDependencies, tryOnOutfit } from './try-on-outfit.ts';

/** Starts working on accepted try-on requests. */
export const startTryOn = (deps: TryOnDependencies): Promise<Running> =>
  serveCapability(deps, 'tryon', deps.provider.concurrency, tryOnOutfit(deps));
