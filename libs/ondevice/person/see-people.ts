import type { RgbImage } from '@styling/imaging';
import { square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Detection, withoutOverlaps } from '../models/ssd.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { coveringWindows, type Face, findFaces, fitFaceMesh } from './find-face.ts';
import { bodyRegion, findPeople, fitPose, joint, type Pose } from './find-pose.ts';
import { faceCentre, faceWidth, whichFace } from './which-face.ts';

/** Less sure detections are faces only if the face mesh fits them: leaves, planets and brick walls have shapes like faces. */
const sure = 0.75;

/** A person's body, and the face if it is seen. */
export type Body = { pose: Pose; face: Face | undefined };

/**
 * What an image shows: the person's body, the box of their face, also where the body is not found, whether that is a face indeed, and the faces
 * of others.
 */
export type SeenPeople = {
  person: Body | undefined;
  faceBox: Detection | undefined;
  isFace: boolean;
  others: readonly Detection[];
};

/** Looks for the body and the face of the most prominent person, and for the faces of others. */
export async function seePeople(networks: Networks, image: RgbImage): Promise<SeenPeople> {
  const [fitted, covered] = await Promise.all([
    findPose(networks, image),
    findFaces(networks, image, coveringWindows(image)),
  ]);
  let pose = fitted;
  const found = withoutOverlaps([...covered, ...(pose ? await findFaces(networks, image, [headWindow(pose)]) : [])]);
  const { face: faceBox, others: rest } = whichFace(found, pose && pose.presence >= 0.5 ? noseOf(pose) : undefined);
  const face = faceBox && (await fitFaceMesh(networks, image, faceBox));
  const others: Detection[] = [];
  for (const other of rest) if (other.score > sure || (await fitFaceMesh(networks, image, other))) others.push(other);
  if (face && (!pose || pose.presence < 0.5)) pose = await fitPose(networks, image, bodyBelow(face.box));
  const seen = { faceBox, isFace: face !== undefined || (faceBox?.score ?? 0) > sure, others };
  if (!pose || pose.presence < 0.5) return { ...seen, person: undefined };
  return { ...seen, person: { pose, face: face && belongsTo(face, pose) ? face : undefined } };
}

async function findPose(networks: Networks, image: RgbImage): Promise<Pose | undefined> {
  const [body] = await findPeople(networks, image);
  return body && fitPose(networks, image, bodyRegion(body.points[0]!, body.points[1]!));
}

/** Where a head sits by the pose: lets the face detector see small heads in full-length pictures. */
function headWindow({ points }: Pose): readonly [number, number, number] {
  const span = (a: number, b: number) => Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y);
  const ears = span(joint.leftEar, joint.rightEar);
  const shoulders = span(joint.leftShoulder, joint.rightShoulder);
  return [points[joint.nose]!.x, points[joint.nose]!.y, Math.max(ears * 3.2, shoulders * 1.2, 60)];
}

/** A body is about eight face widths tall: where to look for it when only the face was found. */
export function bodyBelow(box: Detection) {
  const width = faceWidth(box);
  return square(faceCentre(box)[0], box.bottom + width * 1.9, width * 8);
}

/** With cropped heads the detector finds faces in clothes: the pose's nose must be near the face. */
const belongsTo = ({ box }: Face, pose: Pose): boolean =>
  distanceBetween(noseOf(pose), faceCentre(box)) < faceWidth(box) * 0.75;

/** Where a pose has the nose, in image pixels. */
export const noseOf = ({ points }: Pose): Point => [points[joint.nose]!.x, points[joint.nose]!.y];
