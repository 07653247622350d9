import type { Plane, Size } from '../pixels/plane.ts';
import type { BodyFrame } from './body-frame.ts';

/** What is known before the hair is followed: opacity, what is surely no hair (face, hands, bare limbs), colours as bins and as OKLab. */
export type BesideHair = {
  matte: Plane;
  /** > 0.5 inside the face outline. */
  face: Plane;
  kept: Plane;
  bins: Uint16Array;
  oklab: { lightness: Plane; a: Plane; b: Plane };
  /** > 0.5 where the colour has the hue of the face. */
  skinLike: Plane;
  frame: BodyFrame;
  size: Size;
};
