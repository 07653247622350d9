import type { Abilities } from '../abilities.ts';
import type { ErrorCode, ErrorParameters } from '../errors.ts';
import type { Open } from '../open-schema.ts';
import type { GarmentCategory } from './garments.ts';

/** What matters of a garment for whether a provider can put it on. */
export type GarmentNeed = {
  readonly description: string;
  readonly category: GarmentCategory;
  readonly hasPicture: boolean;
  /** The request field of its description. */
  readonly field: string;
};

/** Why a request cannot be done, as a public error. */
export type UnmetNeed = { readonly code: ErrorCode; readonly parameters: ErrorParameters };

/**
 * Why none of these providers can dress in the garments; undefined if one can, or none is known. Garments of a category that a provider does not
 * dress are left out as long as there are others.
 */
export function unmetNeed(
  garments: readonly GarmentNeed[],
  providers: readonly Open<Abilities>[],
): UnmetNeed | undefined {
  if (providers.length === 0) return undefined;
  const unmet = providers.map((abilities) => unmetBy(garments, abilities));
  return unmet.includes(undefined) ? undefined : unmet[0];
}

function unmetBy(garments: readonly GarmentNeed[], { categories, text, references }: Open<Abilities>) {
  const dressed = garments.filter(({ category }) => categories.includes(category));
  const [first] = garments;
  if (dressed.length === 0 && first) return unmet('garment_not_dressed', first.field, { category: first.category });
  const wordless = dressed.find(({ hasPicture }) => !text && !hasPicture);
  if (wordless) return unmet('picture_needed', wordless.field);
  const pictured = dressed.find(({ description }) => references === 0 && description === '');
  return pictured && unmet('description_needed', pictured.field);
}

const unmet = (code: ErrorCode, field: string, parameters: ErrorParameters = {}): UnmetNeed => ({
  code,
  parameters: { field, ...parameters },
});
