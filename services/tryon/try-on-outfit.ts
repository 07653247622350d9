import { imageCreatedEvent, isRedelivery, type Perform, PICTURE_MIME_TYPE, storedFacts } from '@styling/capability';
import { objectNames } from '@styling/objectstore';
import type { TryOnDependencies } from './dependencies.ts';
import { makeVariants } from './make-variants.ts';

/** POST /try_on_outfit: makes the pictures, or reuses those of an earlier delivery. */
export const tryOnOutfit =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { store, providers } = deps;
    const ids = request.image_ids;
    const stored = await Promise.all(ids.map((id) => (isRedelivery(delivery) ? storedFacts(store, id) : null)));
    const isDone =
      stored.every((facts) => facts !== null) ||
      // The input is deleted when all is done: what is missing could not be made.
      (stored.some((facts) => facts !== null) && (await store.head(request.input)) === null);
    const { facts, cost } = isDone
      ? { facts: stored, cost: stored.filter((found) => found !== null).length }
      : await makeVariants(deps, request, delivery, stored);
    const made = facts.flatMap((found, index) => {
      const image_id = ids[index];
      return found && image_id ? [{ image_id, object: objectNames.image(image_id), facts: found }] : [];
    });
    const [first] = made;
    if (!first) throw new Error('try-on request has no reserved image id');
    const { image_id, object } = first;
    const variants = made.flatMap(({ facts, ...image }) =>
      facts.seed === undefined ? [] : [{ ...image, seed: facts.seed }],
    );
    return {
      result: { object, mime_type: PICTURE_MIME_TYPE, image_id, ...(variants.length > 0 && { variants }) },
      images: made.map(({ image_id, facts }) => imageCreatedEvent(request, image_id, facts)),
      hasCheckpoints: providers.savesCheckpoints,
      cost,
    };
  };
