import { cropRegion } from '../../models/crop.ts';
import { featureSide } from '../inner-features.ts';
import { readLabelMap } from './label-maps.ts';
import { decoded } from './samples.ts';
import type { TrainingPhotograph } from './training-photographs.ts';

/** A region, `labelSide` x `labelSide`: its RGB values 0..1, and the number of the part that each pixel shows, or `unknown`. */
export type LabelledCrop = { crop: Float32Array; labels: Uint8Array };

/** The labelled region of a photograph. */
export const labelledCrop = async (one: TrainingPhotograph): Promise<LabelledCrop> => ({
  crop: cropRegion(await decoded(one), one.region, featureSide, 0, 1),
  labels: await readLabelMap(one.photograph.name),
});
