import { decodeRgb, type RgbImage } from '@styling/imaging';
import { loadPhotograph } from '../../gallery/strangers/fetch.ts';
import { cropRegion, mirrorImage } from '../../models/crop.ts';
import type { Networks } from '../../models/networks.ts';
import { inputCount } from '../classifier-weights.ts';
import { neighbours, partSide } from '../classify.ts';
import { placeCount, placesIn } from '../head-region.ts';
import { type FeatureLevel, featureSide, innerFeatures } from '../inner-features.ts';
import { readLabelMap } from './label-maps.ts';
import { seededRandom, seedOf } from './seeded-random.ts';
import { longestSide, type TrainingPhotograph } from './training-photographs.ts';
import { balancedChoice, labelsOfView } from './view-labels.ts';
import { type View, viewsOf } from './views.ts';

/** Pixels with a known class: `inputs` is count x inputs, `parts` the number of each one's class, which is a part unless something else is learnt. */
export type Samples = { inputs: Float32Array; parts: Uint8Array };

/** Pixels that are taken from a view. */
const mostOfView = 600;

/** Decodes a photograph as its region and head were measured. */
export const decoded = async ({ photograph }: TrainingPhotograph): Promise<RgbImage> =>
  decodeRgb(await loadPhotograph(photograph), { field: photograph.name, maxSide: longestSide });

/** What the networks see in a view's crop, and where its pixels lie, as {@link classify} takes them. */
export async function levelsOf(
  networks: Networks,
  crop: Float32Array,
  head: TrainingPhotograph['head'],
  { region, mirrored }: View,
): Promise<FeatureLevel[]> {
  const places = placesIn(region, head, partSide, mirrored);
  return [
    ...(await innerFeatures(networks, mirrored ? mirrorImage(crop, featureSide) : crop)),
    { side: partSide, channels: placeCount, values: places },
  ];
}

/** The samples of every view of a photograph; which ones follows from the name of the photograph. */
export async function samplesOf(networks: Networks, one: TrainingPhotograph): Promise<Samples> {
  const random = seededRandom(seedOf(one.photograph.name));
  const labels = await readLabelMap(one.photograph.name);
  const image = await decoded(one);
  const all: Samples[] = [];
  for (const view of viewsOf(one.region, random)) {
    const parts = labelsOfView(labels, one.region, view, partSide);
    const pixels = balancedChoice(parts, mostOfView, random);
    const crop = cropRegion(image, view.region, featureSide, 0, 1);
    const inputs = inputsAt(await levelsOf(networks, crop, one.head, view), pixels);
    all.push({ inputs, parts: Uint8Array.from(pixels, (pixel) => parts[pixel]!) });
  }
  return joined(all);
}

/** All of some samples in one. */
export function joined(all: readonly Samples[]): Samples {
  const count = all.reduce((sum, { parts }) => sum + parts.length, 0);
  const [inputs, parts] = [new Float32Array(count * inputCount), new Uint8Array(count)];
  let from = 0;
  for (const one of all) {
    inputs.set(one.inputs, from * inputCount);
    parts.set(one.parts, from);
    from += one.parts.length;
  }
  return { inputs, parts };
}

/** The inputs of some pixels of the grid of answers, pixels x inputs: the levels one after another, enlarged bilinearly. */
export function inputsAt(levels: readonly FeatureLevel[], pixels: Uint16Array): Float32Array {
  const inputs = new Float32Array(pixels.length * inputCount);
  let first = 0;
  for (const { side, channels, values } of levels) {
    for (const [k, pixel] of pixels.entries()) {
      const { low: left, high: right, share: aside } = neighbours(pixel % partSide, side);
      const { low: above, high: below, share: down } = neighbours(Math.floor(pixel / partSide), side);
      for (let c = 0; c < channels; c++) {
        const at = (row: number, column: number) => values[(row * side + column) * channels + c]!;
        const top = at(above, left) * (1 - aside) + at(above, right) * aside;
        const bottom = at(below, left) * (1 - aside) + at(below, right) * aside;
        inputs[k * inputCount + first + c] = top * (1 - down) + bottom * down;
      }
    }
    first += channels;
  }
  if (first !== inputCount) throw new Error(`the levels have ${first} channels instead of ${inputCount}`);
  return inputs;
}
