import { type GarmentKind, garments, isSkirt, type Lower, type Neck, type WantedGarment } from './garments.ts';

/**
 * What a reference shows of a garment's cut, as far as it is seen; `name` is a word of the vocabulary. The rest is as for
 * described garments (see Garment).
 */
export type ReferenceCut = { kind: GarmentKind; name: string; sleeve?: number; neck?: Neck; lower?: Lower };

/** A garment with the cut its reference shows, except for what its description says or its name implies. */
export function cutAsShown(garment: WantedGarment, cut: ReferenceCut | undefined): WantedGarment {
  const usual = garments[garment.name];
  if (!cut || !usual) return garment;
  const { sleeve, neck, lower } = cut;
  const plainSleeve = garment.sleeve === usual.sleeve && garment.kind !== 'bottom';
  // A blouse has a collar or none.
  const openNeck = garment.neck === 'crew' || (garment.name === 'blouse' && garment.neck === usual.neck);
  const plainNeck = openNeck && garment.kind !== 'bottom' && garment.kind !== 'outer';
  const plainLower = garment.lower?.cut === usual.lower?.cut && garment.lower?.length === usual.lower?.length;
  const alike = lower && garment.lower && isSkirt(lower.cut) === isSkirt(garment.lower.cut);
  return {
    ...garment,
    ...(sleeve !== undefined && plainSleeve && { sleeve }),
    ...(plainNeck && { neck: neck ?? 'crew' }),
    ...(alike && plainLower && { lower }),
  };
}
