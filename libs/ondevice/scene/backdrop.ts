import { fillAllByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { samplePlane } from '../pixels/resample.ts';
import { guardedMatte } from './composite.ts';

/** A scene without its person, scaled and cropped so that it fills a picture of another size; sRGB 0..1. */
export function sceneBackdrop({ rgb, person }: { rgb: Rgb; person: Plane }, from: Size, to: Size): Rgb {
  const scale = Math.min(from.width / to.width, from.height / to.height);
  const corner = [(from.width - to.width * scale) / 2, (from.height - to.height * scale) / 2] as const;
  const [r, g, b] = withoutPerson(rgb, person, from).map((plane) => samplePlane(plane, from, scale, to, corner));
  return [r!, g!, b!];
}

/**
 * Replaces the person of a picture by the surroundings and blurs the whole slightly, for use as a backdrop: the new person
 * hides most of the filled area.
 *
 * @param matte where the person was, 0..1
 */
function withoutPerson(rgb: Rgb, matte: Plane, size: Size): Plane[] {
  const long = Math.max(size.width, size.height);
  const rest = inverted(guardedMatte(matte, size, long / 60));
  const filled = fillAllByBlur(rgb, rest, size, [long / 80, long / 30, long / 10, long / 4]);
  return filled.map((plane) => gaussianBlur(plane, size, long / 90, plane));
}

/** An evenly lit studio backdrop, nearly white, a touch darker towards the corners; sRGB 0..1. */
export function studioBackdrop({ width, height }: Size): Rgb {
  const shade = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y / height - 0.45;
    for (let x = 0; x < width; x++, i++) {
      const dx = x / width - 0.5;
      shade[i] = (254 - 10 * Math.min(1, (dx * dx + dy * dy) * 2.2)) / 255;
    }
  }
  return [shade, shade, shade];
}
