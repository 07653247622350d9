import { garments } from '../garment/garments.ts';
import type { WantedGarment } from '../garment/wanted-garment.ts';

/** Whether a top is worn over others. */
const isWarm = ({ name, material }: WantedGarment): boolean =>
  material === 'knit' || garments[name]?.material === 'knit' || /sweatshirt|hoodie/.test(name);

/**
 * Keeps one garment per kind. A second mention ("a sweater, the sweater oversized", "a jumper with a turtleneck") only adds
 * properties; of two tops the one that is worn over the other is kept ("a white shirt under a sweater").
 */
export function oneOfAKind(wanted: readonly WantedGarment[]): WantedGarment[] {
  const kept: WantedGarment[] = [];
  for (const one of wanted) {
    const same = kept.findIndex((other) => other.kind === one.kind);
    const first = kept[same];
    if (!first) kept.push(one);
    else if (one.name === first.name || one.name === 'top')
      kept[same] = { ...first, colour: first.colour ?? one.colour };
    else if ((one.name === 'turtleneck' || first.name === 'turtleneck') && isWarm(one) && isWarm(first))
      kept[same] = { ...first, neck: 'turtle', colour: first.colour ?? one.colour };
    else kept[same] = { ...(isWarm(one) && !isWarm(first) ? one : first), hides: true };
  }
  return kept;
}
