import { connectedComponents } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskOf, maskWhere, type Size } from '../pixels/plane.ts';
import type { BodyFrame } from './body-frame.ts';
import { label } from './labels.ts';
import { roundNeck } from './round-neck.ts';

/** Where the neck is. */
const neck = { aside: 0.55, above: 0.25, below: 0.7 } as const;
/** Half the thickness of what is no collar, in face heights. */
const thin = 0.05;
/** Share of its rim that is at skin. */
const leastAtSkin = 0.6;

/**
 * Labels as skin, in place, what is taken for a top but lies thin on the skin of the neck: beads and chains, which stay as they are, and specks
 * of shade. A collar goes on into the top, and skin is on one side of it only.
 */
export function thinOnNeck(labels: Uint8Array, frame: BodyFrame, size: Size): void {
  const { width } = size;
  const near = roundNeck(frame, neck);
  const within = (i: number) => near(i % width, Math.floor(i / width));
  const half = Math.max(1, thin * frame.head.height);
  // Morphological opening: what a disc of that size fits into.
  const fromOthers = insideDistance(maskOf(labels, label.top), size);
  const fromCore = outsideDistance(
    maskWhere(labels.length, (i) => fromOthers[i]! > half),
    size,
  );
  const areas = connectedComponents((i) => labels[i] === label.top && fromCore[i]! > half && within(i), size);
  if (areas.sizes.length === 1) return;
  const rims = areas.sizes.map(() => ({ skin: 0, all: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (areas.labels[j] === area) continue;
      rims[area]!.all++;
      if (labels[j] === label.skin) rims[area]!.skin++;
    }
  }
  const lies = rims.map(({ skin, all }) => skin > leastAtSkin * all);
  for (let i = 0; i < labels.length; i++) if (areas.labels[i]! > 0 && lies[areas.labels[i]!]) labels[i] = label.skin;
}
