import { type Perform, serveCapability } from '@styling/capability';
import type { Running } from '@styling/service';
import { generateImage } from './generate-image.ts';
import { type TryOnDependencies, tryOnOutfit } from './try-on-outfit.ts';

/** Starts working on accepted requests for pictures. */
export function startTryOn(deps: TryOnDependencies): Promise<Running> {
  const kept = tryOnOutfit(deps);
  const inline = generateImage(deps);
  const perform: Perform = (request, delivery) =>
    (request.endpoint === '/generate_image' ? inline : kept)(request, delivery);
  return serveCapability(deps, 'tryon', deps.provider.concurrency, perform);
}
