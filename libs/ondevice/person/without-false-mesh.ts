import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { browPoint, chinPoint, outlineOf } from './find-face.ts';
import type { Person } from './find-person.ts';
import { joint } from './find-pose.ts';

/** How far the ears of somebody in profile are apart at most, in heights of the face. */
const inProfile = 0.5;
/** Share of a face mesh beside the person from which on it is not of their face. */
const mostBeside = 0.03;

/**
 * A person without their face mesh if it shows another face than theirs: in a profile the network may see a face that is turned to us further, whose
 * other half lies before the ground and whose chin lies on the neck. The head is then the pose's, as where no mesh fits.
 *
 * @param matte how much of each pixel is the person, 0..1
 */
export function withoutFalseMesh<Some extends Pick<Person, 'pose' | 'face'>>(
  person: Some,
  matte: Plane,
  size: Size,
): Some {
  const { face, pose } = person;
  if (!face) return person;
  const at = (which: number): Point => [pose.points[which]!.x, pose.points[which]!.y];
  const height = distanceBetween(face.mesh[browPoint]!, face.mesh[chinPoint]!);
  if (distanceBetween(at(joint.leftEar), at(joint.rightEar)) > inProfile * height) return person;
  const inside = fillPolygon(outlineOf(face.mesh), size);
  let [all, beside] = [0, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i]! < 0.5) continue;
    all++;
    if (matte[i]! < 0.5) beside++;
  }
  return beside > mostBeside * all ? { ...person, face: undefined } : person;
}
