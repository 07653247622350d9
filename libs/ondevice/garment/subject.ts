import type { BodyMap } from '../person/body-map.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import type { Protected } from '../person/protected.ts';
import type { Shading } from '../person/shade.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';

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
