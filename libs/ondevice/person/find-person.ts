import type { RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { type SeenParts, seeParts } from '../parts/see-parts.ts';
import { bodyFrame } from './body-frame.ts';
import { coveringWindows, type Face, findFaces, fitFaceMesh } from './find-face.ts';
import { findHands, type Hand } from './find-hands.ts';
import { bodyRegion, findPeople, fitPose, joint, type Pose } from './find-pose.ts';
import { type ClassBeliefs, segmentClasses } from './segment-classes.ts';

/**
 * The one person of an image. No face when it is turned away, hidden or cut off; the hands that are seen; `classes` where the operator
 * supplied a segmentation network, else `parts`.
 */
export type Person = {
  pose: Pose;
  face: Face | undefined;
  hands: readonly Hand[];
  classes?: ClassBeliefs | undefined;
  parts?: SeenParts | undefined;
};

/** A second face with at least this share of the first one's width counts as a second person, not as a passer-by. */
const similarSize = 0.6;
/** Less sure detections are faces only if the face mesh fits them: leaves and brick walls have shapes like faces. */
const sure = 0.75;

/**
 * Finds the person a try-on is for; the shoulders may be outside of the image, where the pose network supposes them.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function findOnePerson(networks: Networks, image: RgbImage, field: string): Promise<Person> {
  const { person, faces } = await look(networks, image);
  refuseSeveral(faces, field);
  if (!person) throw new ServiceError('no_person', { field });
  return wholly(networks, image, person);
}

/**
 * Checks that an image shows one person, even if only in part: enough for a model that can complete a body.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function checkOnePerson(networks: Networks, image: RgbImage, field: string): Promise<void> {
  const { person, faces } = await look(networks, image);
  refuseSeveral(faces, field);
  if (!person && faces.length === 0) throw new ServiceError('no_person', { field });
}

/** The most prominent person, of whom a head may be all that is in the image. */
export async function findMainPerson(networks: Networks, image: RgbImage): Promise<Person | undefined> {
  const body = await findMainBody(networks, image);
  return body && wholly(networks, image, body);
}

/** Only the body and the face of {@link findMainPerson}, which tell whether the image shows a person at all. */
export async function findMainBody(networks: Networks, image: RgbImage): Promise<Body | undefined> {
  return (await look(networks, image)).person;
}

/** The person with what only those need who dress them or name what they wear. */
export async function wholly(networks: Networks, image: RgbImage, { pose, face }: Body): Promise<Person> {
  const classes = await segmentClasses(networks, image);
  const seen = { pose, face, hands: await findHands(networks, image, pose), classes };
  return classes ? seen : { ...seen, parts: await seeParts(networks, image, bodyFrame(seen, image).head) };
}

function refuseSeveral(faces: readonly Detection[], field: string): void {
  const [first = 0, second = 0] = faces.map(faceWidth).sort((a, b) => b - a);
  if (second > first * similarSize) throw new ServiceError('several_people', { field });
}

const faceWidth = (face: Detection) => face.right - face.left;

/** A person's body, and the face if it is seen. */
export type Body = Pick<Person, 'pose' | 'face'>;

async function look(networks: Networks, image: RgbImage) {
  const [body] = await findPeople(networks, image);
  let pose = body && (await fitPose(networks, image, bodyRegion(body.points[0]!, body.points[1]!)));
  const found = await findFaces(networks, image, [...coveringWindows(image), ...(pose ? [headWindow(pose)] : [])]);
  const [largest, ...others] = found.toSorted((a, b) => faceWidth(b) - faceWidth(a));
  const face = largest && (await fitFaceMesh(networks, image, largest));
  const faces = largest ? [largest] : [];
  for (const other of others) if (other.score > sure || (await fitFaceMesh(networks, image, other))) faces.push(other);
  if (face && (!pose || pose.presence < 0.5)) pose = await fitPose(networks, image, bodyBelow(face));
  if (!pose || pose.presence < 0.5) return { person: undefined, faces };
  return { person: { pose, face: face && belongsTo(face, pose) ? face : undefined } satisfies Body, faces };
}

/** Where a head sits by the pose: lets the face detector see small heads in full-length pictures. */
function headWindow({ points }: Pose): readonly [number, number, number] {
  const span = (a: number, b: number) => Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y);
  const ears = span(joint.leftEar, joint.rightEar);
  const shoulders = span(joint.leftShoulder, joint.rightShoulder);
  return [points[joint.nose]!.x, points[joint.nose]!.y, Math.max(ears * 3.2, shoulders * 1.2, 60)];
}

/** A body is about eight face widths tall: where to look for it when only the face was found. */
function bodyBelow({ box }: Face) {
  const width = faceWidth(box);
  return square((box.left + box.right) / 2, box.bottom + width * 1.9, width * 8);
}

/** With cropped heads the detector finds faces in clothes: the pose's nose must be near the face. */
function belongsTo({ box }: Face, { points }: Pose): boolean {
  const nose = points[joint.nose]!;
  const reach = faceWidth(box) * 0.75;
  return Math.hypot(nose.x - (box.left + box.right) / 2, nose.y - (box.top + box.bottom) / 2) < reach;
}

/** Whether both shoulders are in the image, or nearly so. */
export function shouldersVisible({ pose }: Body, { width, height }: RgbImage): boolean {
  return [joint.leftShoulder, joint.rightShoulder].every((which) => {
    const { x, y, visible } = pose.points[which]!;
    return visible > 0.5 && y < height * 0.95 && x > -0.12 * width && x < 1.12 * width;
  });
}
