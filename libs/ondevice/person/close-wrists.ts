import { closed } from '../pixels/inside-distance.ts';
import { maskWhere, type Size } from '../pixels/plane.ts';
import { distanceBetween } from '../pixels/points.ts';
import { boxAround } from '../pixels/window.ts';
import type { Hand } from './find-hands.ts';
import { handShape } from './hand-shape.ts';
import { label } from './labels.ts';

/** How far from a wrist it is closed, and to either side of its axis, and half the width of a gap in it, in palm lengths. */
const reach = 0.7;
const aside = 0.4;
const gap = 0.2;

/**
 * Relabels what looks like cloth between a seen hand and its bare forearm as skin, in place (a morphological closing). A wrist in glaring light,
 * or below a watch, is outside of the hand's outline and does not have the forearm's colours.
 */
export function closeWrists(labels: Uint8Array, hands: readonly Hand[], size: Size): void {
  for (const { points } of hands) {
    const wrist = points[0]!;
    const shape = handShape(points);
    const { palm } = shape;
    const window = boxAround([wrist], (reach + gap) * palm, size);
    if (!window) continue;
    const skin = maskWhere(window.size.width * window.size.height, (k) => labels[window.at(k)] === label.skin);
    const whole = closed(skin, window.size, gap * palm);
    for (let k = 0; k < whole.length; k++) {
      const i = window.at(k);
      if (whole[k] === 0 || (labels[i] !== label.top && labels[i] !== label.bottom)) continue;
      const x = i % size.width;
      const y = (i - x) / size.width;
      const away = distanceBetween(wrist, [x, y]) / palm;
      if (away < reach && away ** 2 - shape.ahead(x, y) ** 2 < aside ** 2) labels[i] = label.skin;
    }
  }
}
