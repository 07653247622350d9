import { type Perform, serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { generateImage } from './generate-image.ts';
import { type TryOnDependencies, tryOnOutfit } from './try-on-outfit.ts';

/** Starts processing accepted try-on requests. */
export function startTryOn(deps: TryOnDependencies): Promise<Running> {
  const tryOn = tryOnOutfit(deps);
  const generate = generateImage(deps);
  const perform: Perform = (request, delivery) =>
    (request.endpoint === '/generate_image' ? generate : tryOn)(request, delivery);
  return serveCapability(deps, 'tryon', deps.provider.concurrency, perform);
}
