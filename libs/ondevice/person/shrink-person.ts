import type { Region } from '../models/crop.ts';
import type { Detection } from '../models/ssd.ts';
import type { Point } from '../pixels/points.ts';
import type { Person } from './find-person.ts';

/** A person as seen in a copy of the image whose pixels are `factor` times as large. */
export function shrinkPerson({ pose, face, hands, looks }: Person, factor: number): Person {
  const shrunk = ([x, y]: Point): Point => [x / factor, y / factor];
  const region = ({ x, y, width, height, rotation }: Region): Region => ({
    x: x / factor,
    y: y / factor,
    width: width / factor,
    height: height / factor,
    rotation,
  });
  const box = ({ score, left, top, right, bottom, points }: Detection): Detection => ({
    score,
    left: left / factor,
    top: top / factor,
    right: right / factor,
    bottom: bottom / factor,
    points: points.map(shrunk),
  });
  return {
    pose: {
      ...pose,
      points: pose.points.map((at) => ({ ...at, x: at.x / factor, y: at.y / factor })),
      region: region(pose.region),
    },
    face: face && { box: box(face.box), mesh: face.mesh.map(shrunk) },
    hands: hands.map(({ arm, points }) => ({ arm, points: points.map(shrunk) })),
    looks: looks.map((look) => ({ region: region(look.region), classes: look.classes })),
  };
}
