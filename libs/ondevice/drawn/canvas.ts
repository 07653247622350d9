import type { Subject } from '../garment/subject.ts';
import { type Plane, type Rgb, type Size, times } from '../pixels/plane.ts';

/**
 * The person while it is being dressed: sRGB 0..1 multiplied by `alpha` (Porter and Duff 1984), and where cloth was drawn, 0..1. Changed in
 * place.
 */
export type Canvas = { size: Size; rgb: Rgb; alpha: Plane; cloth: Plane };

/** The person as photographed, to be drawn on. */
export function canvasOf({ size, foreground, matte }: Subject): Canvas {
  const [r, g, b] = foreground;
  return {
    size,
    rgb: [times(r, matte), times(g, matte), times(b, matte)],
    alpha: matte.slice(),
    cloth: new Float32Array(matte.length),
  };
}

/** Takes away what `mask` (0..1) covers, as if nobody had been there. */
export function erase({ rgb, alpha }: Canvas, mask: Plane): void {
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const keep = 1 - mask[i]!;
    alpha[i]! *= keep;
    for (const plane of rgb) plane[i]! *= keep;
  }
}

/** Lays the photographed person over the canvas where `mask` is (0..1): hair, hands and what is held lie before the clothes. */
export function restore({ rgb, alpha, cloth }: Canvas, { foreground, matte }: Subject, mask: Plane): void {
  for (let i = 0; i < mask.length; i++) {
    const cover = mask[i]! * matte[i]!;
    if (cover <= 0) continue;
    for (let c = 0; c < 3; c++) rgb[c]![i] = rgb[c]![i]! * (1 - cover) + foreground[c]![i]! * cover;
    alpha[i]! += cover * (1 - alpha[i]!);
    cloth[i]! *= 1 - cover;
  }
}

/** The dressed person's colours (sRGB 0..1, meaningful where `matte` > 0) and opacity. */
export function finish({ rgb, alpha }: Canvas): { foreground: Rgb; matte: Plane } {
  const plain = (plane: Plane) => {
    const out = new Float32Array(plane.length);
    for (let i = 0; i < out.length; i++) if (alpha[i]! > 1e-4) out[i] = plane[i]! / alpha[i]!;
    return out;
  };
  return { foreground: [plain(rgb[0]), plain(rgb[1]), plain(rgb[2])], matte: alpha };
}
