import type { Region } from '../models/crop.ts';
import type { Point } from '../pixels/points.ts';
import type { Person } from './find-person.ts';
import type { Body } from './see-people.ts';

/** A person as seen in a copy of the image whose pixels are `factor` times as large. */
export const shrinkPerson = ({ pose, face, hands, looks }: Person, factor: number): Person => ({
  ...shrinkBody({ pose, face }, factor),
  hands: hands.map(({ arm, points }) => ({ arm, points: points.map((at) => shrinkPoint(at, factor)) })),
  looks: looks.map(({ region, classes }) => ({ region: shrinkRegion(region, factor), classes })),
});

const shrinkBody = ({ pose, face }: Body, factor: number): Body => ({
  pose: {
    ...pose,
    points: pose.points.map((at) => ({ ...at, x: at.x / factor, y: at.y / factor })),
    region: shrinkRegion(pose.region, factor),
  },
  face: face && {
    box: {
      score: face.box.score,
      left: face.box.left / factor,
      top: face.box.top / factor,
      right: face.box.right / factor,
      bottom: face.box.bottom / factor,
      points: face.box.points.map((at) => shrinkPoint(at, factor)),
    },
    mesh: face.mesh.map((at) => shrinkPoint(at, factor)),
  },
});

const shrinkPoint = ([x, y]: Point, factor: number): Point => [x / factor, y / factor];

const shrinkRegion = ({ x, y, width, height, rotation }: Region, factor: number): Region => ({
  x: x / factor,
  y: y / factor,
  width: width / factor,
  height: height / factor,
  rotation,
});
