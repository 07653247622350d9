import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { Head } from './head.ts';
import { label } from './labels.ts';

/** Hair of the head begins above this, below the face's centre in face heights. */
const ear = 0.1;
/** Share of an area's rim at the face from which it is a beard. */
const beard = 0.2;
/** Share of it at skin from which it is a strand on that. */
const onSkin = 0.5;
/** From here on hair is beside the face, not a beard, in face widths. */
const beside = 0.45;

/**
 * Labels as top, in place, what is taken for hair by its dark colour but lies on the shoulders apart from head and beard, below where the
 * head's own hair ends on that side.
 *
 * @param face > 0.5 inside the face outline
 */
export function looseHair(labels: Uint8Array, face: Plane, { centre, width, height }: Head, size: Size): void {
  const areas = connectedComponents((i) => labels[i] === label.hair, size);
  const found = areas.sizes.map(() => ({
    ...{ top: Number.POSITIVE_INFINITY, left: 0, count: 0, ofHead: false },
    ...{ rim: 0, atFace: 0, skin: 0 },
  }));
  const asideOf = (i: number) => ((i % size.width) - centre[0]) / width;
  const belowOf = (i: number) => (Math.floor(i / size.width) - centre[1]) / height;
  for (let i = 0; i < labels.length; i++) {
    const area = found[areas.labels[i]!]!;
    if (areas.labels[i] === 0) continue;
    const below = belowOf(i);
    area.top = Math.min(area.top, below);
    area.count++;
    if (asideOf(i) < 0) area.left++;
    for (const j of [i - 1, i + 1, i - size.width, i + size.width]) {
      if (areas.labels[j] === areas.labels[i]) continue;
      area.rim++;
      if (face[j]! > 0.5) area.atFace++;
      if (labels[j] === label.skin) area.skin++;
    }
    if (below < ear) area.ofHead = true;
  }
  for (const area of found) area.ofHead ||= area.atFace > beard * area.rim;
  // How far down the head's own hair reaches to the left and to the right.
  const ends = [ear, ear];
  for (let i = 0; i < labels.length; i++) {
    if (!found[areas.labels[i]!]!.ofHead) continue;
    const aside = asideOf(i);
    if (Math.abs(aside) > beside) ends[aside < 0 ? 0 : 1] = Math.max(ends[aside < 0 ? 0 : 1]!, belowOf(i));
  }
  const isCloth = found.map(
    ({ top, left, count, ofHead, rim, skin }) =>
      !ofHead && skin < onSkin * rim && top > ends[left > count / 2 ? 0 : 1]!,
  );
  for (let i = 0; i < labels.length; i++) if (areas.labels[i]! > 0 && isCloth[areas.labels[i]!]) labels[i] = label.top;
}
