import { ServiceError } from '@styling/service/errors.ts';
import { chooseColours } from '../garment/choose-colours.ts';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import { understandDescription } from '../words/understand-description.ts';

/** Dresses the person in garments. @throws ServiceError what `dressWell` does */
type Dress = (layers: readonly Layer[]) => Dressed;

/**
 * Dresses a person. If that is possible in plain clothes, but not in those of a reference, the selfie is not at fault: then the
 * refusal names the reference.
 *
 * @param reference request field of the reference whose garments are worn, if any
 * @throws ServiceError what `dress` does; `clothes_not_separable` of `reference`
 */
export function dressOrBlame(dress: Dress, layers: readonly Layer[], reference: string | undefined): Dressed {
  try {
    return dress(layers);
  } catch (error) {
    const isOfClothes = error instanceof ServiceError && error.code === 'clothes_not_separable';
    if (!isOfClothes || reference === undefined || !isPossible(dress, plain(layers))) throw error;
    const details = 'the person can be dressed in other clothes, but not in those of this image';
    throw new ServiceError(error.code, { field: reference, details }, { cause: error });
  }
}

function isPossible(dress: Dress, layers: readonly Layer[]): boolean {
  try {
    return dress(layers).shown > 0;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Plain clothes for the same parts of the body. */
function plain(layers: readonly Layer[]): Layer[] {
  const upper = layers.some(({ kind }) => kind !== 'bottom') ? ['red top'] : [];
  const lower = layers.some(({ kind }) => kind === 'bottom') ? ['red trousers'] : [];
  return chooseColours(understandDescription([...upper, ...lower].join(', ')), undefined).layers;
}
