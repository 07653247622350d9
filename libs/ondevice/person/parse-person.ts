import type { RgbImage } from '@styling/imaging';
import { type OklabPlanes, oklabOf } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import { midpoint, type Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { type BodyFrame, bodyFrame } from './body-frame.ts';
import { type BodyMap, mapBody } from './body-map.ts';
import type { Classes } from './classes.ts';
import type { Person } from './find-person.ts';
import { handMask } from './hand-mask.ts';
import { label, labelPixels } from './labels.ts';
import type { FollowEdges } from './matte.ts';

/** The labelled pixels of a person. */
export type ParsedPerson = {
  frame: BodyFrame;
  /** One of {@link label} a pixel. */
  labels: Uint8Array;
  oklab: OklabPlanes;
  /** 1 inside the face outline. */
  face: Plane;
  /** 0..1 on hands that the hand network found, and the middles of their palms. */
  hands: Plane;
  palms: readonly Point[];
  /** What the parsing network saw. */
  classes: Classes;
  /** Where each pixel lies on the body. */
  body: BodyMap;
};

/** Tells hair, skin and garments apart, and finds hands. */
export function parsePerson(
  image: RgbImage,
  followEdges: FollowEdges,
  matte: Plane,
  person: Pick<Person, 'pose' | 'face' | 'hands'>,
  classes: Classes,
): ParsedPerson {
  const frame = bodyFrame(person, image);
  const body = mapBody(frame, matte, image);
  const face = fillPolygon(frame.faceOval, image);
  const hands = handMask(person.hands, classes.skin, followEdges, image);
  const oklab = oklabOf(image);
  const labels = labelPixels({ size: image, followEdges, matte, classes, frame, body, oklab });
  for (let i = 0; i < labels.length; i++) if (hands[i]! > 0.5 && face[i]! < 0.5) labels[i] = label.skin;
  const palms = person.hands.map(({ points }) => midpoint(points[0]!, points[9]!));
  return { frame, labels, oklab, face, hands, palms, classes, body };
}
