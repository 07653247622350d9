import type { Networks } from '../../models/networks.ts';
import { partSide } from '../classify.ts';
import type { LabelledCrop } from './labelled-crop.ts';
import { inputsAt, joined, levelsOf, type Samples } from './samples.ts';
import { oneOf, seededRandom, seedOf } from './seeded-random.ts';
import type { TrainingPhotograph } from './training-photographs.ts';
import { labelsOfView, someOf } from './view-labels.ts';
import { placeBehind, whose, whoseOf, withAnotherBehind } from './with-another-behind.ts';

/** Views of a photograph with somebody behind, besides one with nobody. */
const crowdedViews = 3;

/** Pixels of each class that are taken from a view. */
const most = { ground: 150, own: 300, another: 300 };

/**
 * The samples of views of a photograph, with one of the `others` behind its person and with none: whose each pixel is. Which ones follows
 * from the name of the photograph.
 */
export async function crowdedSamplesOf(
  networks: Networks,
  one: TrainingPhotograph,
  own: LabelledCrop,
  others: readonly LabelledCrop[],
): Promise<Samples> {
  const random = seededRandom(seedOf(one.photograph.name));
  const all: Samples[] = [];
  for (let k = 0; k <= crowdedViews; k++) {
    const view = { region: one.region, mirrored: k % 2 === 1 };
    const seen =
      k === 0
        ? { crop: own.crop, whose: whoseOf(own.labels) }
        : withAnotherBehind(own, oneOf(others, random), placeBehind(random));
    const classes = labelsOfView(seen.whose, one.region, view, partSide);
    const pixels = Uint16Array.of(
      ...someOf(classes, whose.ground, most.ground, random),
      ...someOf(classes, whose.own, most.own, random),
      ...someOf(classes, whose.another, most.another, random),
    );
    const inputs = inputsAt(await levelsOf(networks, seen.crop, one.head, view), pixels);
    all.push({ inputs, parts: Uint8Array.from(pixels, (pixel) => classes[pixel]!) });
  }
  return joined(all);
}
