import type { Region } from '../models/crop.ts';
import type { Point } from '../pixels/points.ts';
import type { Person } from './find-person.ts';

/** A person as seen in a copy of the image whose pixels are `factor` times as large. */
export function shrinkPerson({ pose, face, hands, parts, classes }: Person, factor: number): Person {
  const point = ([x, y]: Point): Point => [x / factor, y / factor];
  const region = ({ x, y, width, height, rotation }: Region): Region => ({
    x: x / factor,
    y: y / factor,
    width: width / factor,
    height: height / factor,
    rotation,
  });
  return {
    pose: {
      ...pose,
      points: pose.points.map((at) => ({ ...at, x: at.x / factor, y: at.y / factor })),
      region: region(pose.region),
    },
    face: face && {
      box: {
        score: face.box.score,
        left: face.box.left / factor,
        top: face.box.top / factor,
        right: face.box.right / factor,
        bottom: face.box.bottom / factor,
        points: face.box.points.map(point),
      },
      mesh: face.mesh.map(point),
      outline: face.outline.map(point),
    },
    hands: hands.map(({ arm, points }) => ({ arm, points: points.map(point) })),
    parts: parts && { ...parts, region: region(parts.region) },
    classes,
  };
}
