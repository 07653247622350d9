import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import { fromNape } from './neck.ts';
import type { WornOutline } from './taken-from-worn.ts';

/** Within which distance of the nape the outline is a collar's, or where skin is bare the neck's, in shoulder widths. */
const collar = [0.3, 0.42] as const;
const neckOnly = [0.26, 0.34] as const;
/** Over which distance it is looked for what ends at the outline. */
const reach = 0.045;
/** Pixels of a shoulder width on the coarse copy. */
const coarse = 80;

/** Measures {@link WornOutline}. */
export function wornOutline({ parsed, matte, size }: Subject, { toBody, neck, scale }: Measures): WornOutline {
  const factor = Math.max(1, Math.floor(scale / coarse));
  const worn = new Float32Array(matte.length);
  const bare = new Float32Array(matte.length);
  for (let i = 0; i < worn.length; i++) {
    const which = parsed.labels[i];
    if (which === label.top || which === label.bottom) worn[i] = matte[i]!;
    else if (which === label.skin) bare[i] = matte[i]!;
  }
  const person = shrink(matte, size, factor);
  const blur = (plane: Plane) => gaussianBlur(plane, person.size, Math.max(1, (reach * scale) / factor));
  const all = blur(person.plane);
  const [cloths, skins] = [blur(shrink(worn, size, factor).plane), blur(shrink(bare, size, factor).plane)];
  const cloth = cloths.map((value, j) => value / (value + skins[j]! + 1e-6));
  return {
    ...{ distance: signedDistance(person.plane, person.size, factor / scale), cloth },
    known: all.map((value, j) => {
      const [u, v] = toBody((j % person.size.width) * factor, Math.floor(j / person.size.width) * factor);
      const either = smoothstep(0.7, 0.95, (cloths[j]! + skins[j]!) / (value + 1e-6));
      if (value < 1e-4) return 0;
      const [from, to] = [mix(neckOnly[0], collar[0], cloth[j]!), mix(neckOnly[1], collar[1], cloth[j]!)];
      return either * smoothstep(from, to, fromNape(neck, u, v));
    }),
    size: person.size,
    factor,
  };
}

/** Distance from the border of `mask`, positive inside, in `unit`s. */
export function signedDistance(mask: Plane, size: Size, unit: number): Plane {
  const [inside, outside] = [insideDistance(mask, size), outsideDistance(mask, size)];
  return inside.map((value, j) => (value > 0 ? value - 0.5 : 0.5 - outside[j]!) * unit);
}
