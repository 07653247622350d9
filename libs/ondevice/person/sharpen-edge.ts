import type { RgbImage } from '@styling/imaging';
import { partsOver } from '../parts/see-parts.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import type { Person } from './find-person.ts';

/** Belief in cloth or skin from which an edge is firm: at an outline half of a pixel is ground. */
const firmFrom = [0.2, 0.4] as const;
/** How widely a firm edge is smoothed where the colours are alike, as a share of the longer side: more than the grain of knitted cloth. */
const evenFirm = 1 / 90;
/** The same for hair, which then ends softly, and its share there: from nothing up to it between these two likenesses. */
const evenHair = { sigma: 1 / 140, most: 0.9, likeness: [0.15, 0.5] } as const;
/** Up to which share other edges of a head are smoothed, over hardly a pixel. */
const evenHead = 0.6;

/**
 * The guided filter leaves half-transparent skirts: cloth has a hard, smooth edge close to what is surely the person,
 * hair keeps its softness. Strands are only visible before a ground of other colours. Where the colours are `alike`, apparent strands are noise:
 * there the outline is smoothed and slightly narrowed, and hair fades out as if it were out of focus. Cloth and, below the face, skin are firm:
 * neither soft beside the head nor frayed where the colours are alike.
 */
export function sharpenEdge(
  matte: Plane,
  fromSure: Plane,
  alike: Plane,
  image: RgbImage,
  { face, parts }: Pick<Person, 'face' | 'parts'>,
): Plane {
  const { left, right, top, bottom } = face?.box ?? { left: 0, right: 1, top: 0, bottom: 1 };
  const x = (left + right) / 2;
  const y = (top + bottom) / 2 - 0.2 * (bottom - top);
  const reach = (right - left) * 1.5;
  const long = Math.max(image.width, image.height);
  const even = gaussianBlur(matte, image, Math.max(1, long / 300));
  const smooth = gaussianBlur(matte, image, Math.max(1, long * evenFirm));
  const feathered = gaussianBlur(matte, image, Math.max(1, long * evenHair.sigma));
  const told = parts && partsOver(parts, image);
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++) {
    if (even[i] === 0 && matte[i] === 0) continue;
    // Well inside, which most of a person is, nothing below changes anything.
    if (matte[i] === 1 && even[i] === 1 && smooth[i] === 1 && feathered[i] === 1 && fromSure[i] === 0) {
      out[i] = 1;
      continue;
    }
    const column = i % image.width;
    const row = Math.floor(i / image.width);
    const dx = column - x;
    const dy = row - y;
    const covered = told?.covers(column, row) ?? false;
    const clothes = covered ? told!.value(parts!.clothes, column, row) : 0;
    const skin = covered ? told!.value(parts!.skin, column, row) : 0;
    const firm = smoothstep(firmFrom[0], firmFrom[1], clothes + (row > bottom ? skin : 0));
    const soft = face ? (1 - smoothstep(0.8, 1.4, Math.sqrt(dx * dx + dy * dy) / reach)) * (1 - firm) : 0;
    const near = 1 - smoothstep((0.004 + 0.004 * soft) * long, (0.012 + 0.008 * soft) * long, fromSure[i]!);
    const noisy = smoothstep(0.1, 0.35, alike[i]!);
    const edge = smoothstep(0.4, 0.68, mix(even[i]!, smooth[i]!, noisy * firm) * near);
    const strands = covered ? hairiness(told!.value(parts!.hair, column, row), skin + clothes) : 1;
    const fading = evenHair.most * smoothstep(evenHair.likeness[0], evenHair.likeness[1], alike[i]!);
    const blurred = mix(evenHead * noisy, fading, strands);
    const outside = smoothstep(0, 0.004 * long, fromSure[i]!);
    const own = mix(matte[i]!, mix(even[i]!, feathered[i]!, strands), blurred);
    out[i] = edge + soft * (smoothstep(0.3 + 0.4 * blurred * outside, 0.92, own) * near - edge);
  }
  return out;
}

/** How far what is seen of the person is hair rather than the `rest`, 0..1; beliefs 0..1. */
const hairiness = (hair: number, rest: number): number => smoothstep(0.4, 0.7, (hair + 1e-3) / (hair + rest + 1e-3));
