import { serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { type StyleDependencies, styleMe } from './style-me.ts';

/** Starts processing accepted styling requests. */
export const startStyle = (deps: StyleDependencies): Promise<Running> =>
  serveCapability(deps, 'style', deps.provider.concurrency, styleMe(deps));
