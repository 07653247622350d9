import { fillAllByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { guardedMatte } from './guarded-matte.ts';

/**
 * Replaces the person of a picture by the surroundings and blurs the whole slightly, for use as a backdrop: the new person
 * hides most of the filled area.
 *
 * @param matte where the person was, 0..1
 */
export function sceneWithoutPerson(rgb: Rgb, matte: Plane, size: Size): Rgb {
  const long = Math.max(size.width, size.height);
  const rest = inverted(guardedMatte(matte, size, long / 60));
  const filled = fillAllByBlur(rgb, rest, size, [long / 80, long / 30, long / 10, long / 4]);
  const [r, g, b] = filled.map((plane) => gaussianBlur(plane, size, long / 90, plane));
  return [r!, g!, b!];
}
