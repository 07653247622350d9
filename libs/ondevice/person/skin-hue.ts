import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { medianWhere } from '../pixels/statistics.ts';

/** How far a limb's skin may differ from the face's: cosine of hues, factors of chroma and lightness, as it is lit otherwise. */
const alike = { hue: Math.cos((20 * Math.PI) / 180), chroma: [0.5, 1.6], lightness: [0.4, 1.3] } as const;
/** Chroma of a face (OKLab) below which the picture has no hues to tell skin by. */
const leastChroma = 0.02;

/**
 * Whether a pixel has the hue of the person's face, darker or lighter: limbs lie in other light. Never without a face, nor in
 * a picture without colours.
 */
export function hueOfSkin({ lightness, a, b }: OklabPlanes, face: Plane): (i: number) => boolean {
  const middle = (plane: Plane) => medianWhere(plane, (i) => face[i]! > 0.5);
  const [l, faceA, faceB] = [middle(lightness), middle(a), middle(b)];
  const chroma = norm(faceA, faceB);
  if (chroma < leastChroma) return () => false;
  const [[paler, deeper], [darker, lighter]] = [alike.chroma, alike.lightness];
  return (i) => {
    const own = norm(a[i]!, b[i]!);
    const hue = (a[i]! * faceA + b[i]! * faceB) / (own * chroma || 1);
    return (
      hue > alike.hue &&
      own > paler * chroma &&
      own < deeper * chroma &&
      lightness[i]! > darker * l &&
      lightness[i]! < lighter * l
    );
  };
}
