import type { RgbImage } from '@styling/imaging';
import type { BodyMap } from '../person/body-map.ts';
import { classesOver } from '../person/classes.ts';
import type { Person } from '../person/find-person.ts';
import { estimateForeground } from '../person/foreground.ts';
import { matteOf } from '../person/matte.ts';
import { type ParsedPerson, parsePerson } from '../person/parse-person.ts';
import { type Protected, protect } from '../person/protected.ts';
import { type Shading, separateShading } from '../person/shade.ts';
import { softenSteps } from '../pixels/box-blur.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { type Plane, type Rgb, rgbPlanes, type Size, union } from '../pixels/plane.ts';

/** Everything known about the person to be dressed; planes cover `size`. */
export type Subject = {
  size: Size;
  /** The person's own colours, sRGB 0..1, free of the background's tint. */
  readonly foreground: Rgb;
  /** How much of each pixel is the person, 0..1. */
  matte: Plane;
  parsed: ParsedPerson;
  body: BodyMap;
  readonly shading: Shading;
  /** What no garment may paint. */
  protected: Protected;
  /** The hair's own colours, sRGB 0..1: those of the photograph without what shows between its strands. */
  readonly hairColours: Rgb;
};

/** Computes what is known about a person of an image: outline, labels, light. */
export function readSubject(image: RgbImage, person: Person): Subject {
  const classes = classesOver(person.looks, image);
  const radius = Math.max(3, Math.round(Math.max(image.width, image.height) / 140));
  const followEdges = guidedFilter(rgbPlanes(image.data), image, radius, 2e-4);
  // Labels are of the hard outline, beside which nothing is the person's.
  const seen = matteOf(person.pose, classes, followEdges, image);
  const parsed = parsePerson(image, followEdges, seen, person, classes);
  const matte = union(softenSteps(seen, image), parsed.hands);
  const kept = protect(parsed, seen, followEdges, image);
  let foreground: Rgb | undefined;
  let shading: Shading | undefined;
  let hairColours: Rgb | undefined;
  return {
    size: { width: image.width, height: image.height },
    matte,
    parsed,
    body: parsed.body,
    protected: kept,
    // When first asked for: only those who are dressed need them.
    get foreground() {
      foreground ??= estimateForeground(rgbPlanes(image.data), matte, image);
      return foreground;
    },
    get shading() {
      shading ??= separateShading({ image, parsed, matte });
      return shading;
    },
    get hairColours() {
      hairColours ??= estimateForeground(this.foreground, kept.hair, image);
      return hairColours;
    },
  };
}
