import type { RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import { square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Detection, withoutOverlaps } from '../models/ssd.ts';
import { type SeenParts, seeParts } from '../parts/see-parts.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { bodyFrame, limbScale } from './body-frame.ts';
import { coveringWindows, type Face, findFaces, fitFaceMesh } from './find-face.ts';
import { findHands, type Hand } from './find-hands.ts';
import { bodyRegion, findPeople, fitPose, joint, type Pose } from './find-pose.ts';
import { fitWholePose } from './fit-whole-pose.ts';
import { type ClassBeliefs, segmentClasses } from './segment-classes.ts';
import { type Extent, faceCentre, faceWidth, isInFace, isRival, whichFace } from './which-face.ts';

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

/** A body whose hands and parts are still being looked at: `wholly` waits for them. */
export type PersonInPart = Body & { wholly: () => Promise<Person> };

/** Less sure detections are faces only if the face mesh fits them: leaves, planets and brick walls have shapes like faces. */
const sure = 0.75;

/**
 * Finds the person a try-on is for; the shoulders may be outside of the image, where the pose network supposes them.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function findOnePerson(networks: Networks, image: RgbImage, field: string): Promise<Person> {
  return (await findPersonInPart(networks, image, field)).wholly();
}

/** {@link findOnePerson}, who can be worked with before their parts are seen. */
export async function findPersonInPart(networks: Networks, image: RgbImage, field: string): Promise<PersonInPart> {
  const seen = await look(networks, image);
  await refuseSeveral(networks, image, seen, field);
  const { person } = seen;
  if (!person) throw new ServiceError('no_person', { field });
  const looking = lookCloser(networks, image, person);
  // It rejects where it is awaited.
  looking.catch(() => {});
  return { ...person, wholly: () => looking };
}

/**
 * Checks that an image shows one person, even if only in part: enough for a model that can complete a body.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function checkOnePerson(networks: Networks, image: RgbImage, field: string): Promise<void> {
  const seen = await look(networks, image);
  await refuseSeveral(networks, image, seen, field);
  if (!seen.person && !seen.isFace) throw new ServiceError('no_person', { field });
}

/** The most prominent person, of whom a head may be all that is in the image. */
export async function findMainPerson(networks: Networks, image: RgbImage): Promise<Person | undefined> {
  const body = await findMainBody(networks, image);
  return body && lookCloser(networks, image, body);
}

/** Only the body and the face of {@link findMainPerson}, which tell whether the image shows a person at all. */
export async function findMainBody(networks: Networks, image: RgbImage): Promise<Body | undefined> {
  return (await look(networks, image)).person;
}

/** The person with what only those need who dress them or name what they wear. */
export async function lookCloser(networks: Networks, image: RgbImage, { pose, face }: Body): Promise<Person> {
  const classes = await segmentClasses(networks, image);
  const finding = findHands(networks, image, pose, face);
  const seeing = async () => {
    // Without a face the hands tell where the head is.
    const { head } = bodyFrame({ pose, face, hands: face ? [] : await finding }, image);
    return seeParts(networks, image, head);
  };
  const [hands, parts] = await Promise.all([finding, classes ? undefined : seeing()]);
  return { pose, face, hands, classes, parts };
}

/** Bodies are only looked for below faces that are as large: their pose takes as long as the person's own. */
async function refuseSeveral(networks: Networks, image: RgbImage, seen: Seen, field: string): Promise<void> {
  const { person, faceBox, others } = seen;
  if (!faceBox) return;
  const first: Extent = { face: faceWidth(faceBox), body: person && sizeOfBody(person.pose, faceBox, image) };
  for (const other of others) {
    const face = faceWidth(other);
    if (!isRival(first, { face })) continue;
    const pose = await fitPose(networks, image, bodyBelow(other));
    if (isRival(first, { face, body: sizeOfBody(pose, other, image) }))
      throw new ServiceError('several_people', { field });
  }
}

/** The scale of a face's body; undefined where the pose is not sure, or somebody else's. */
const sizeOfBody = (pose: Pose, box: Detection, image: RgbImage): number | undefined =>
  pose.presence > 0.5 && isInFace(noseOf(pose), box)
    ? limbScale(bodyFrame({ pose, face: undefined, hands: [] }, image))
    : undefined;

const noseOf = ({ points }: Pose): Point => [points[joint.nose]!.x, points[joint.nose]!.y];

/** A person's body, and the face if it is seen. */
export type Body = Pick<Person, 'pose' | 'face'>;

/**
 * What an image shows: the person's body, the box of their face, also where the body is not found, whether that is a face indeed, and the faces
 * of others.
 */
type Seen = { person: Body | undefined; faceBox: Detection | undefined; isFace: boolean; others: readonly Detection[] };

async function look(networks: Networks, image: RgbImage): Promise<Seen> {
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
  return body && fitWholePose(networks, image, bodyRegion(body.points[0]!, body.points[1]!));
}

/** Where a head sits by the pose: lets the face detector see small heads in full-length pictures. */
function headWindow({ points }: Pose): readonly [number, number, number] {
  const span = (a: number, b: number) => Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y);
  const ears = span(joint.leftEar, joint.rightEar);
  const shoulders = span(joint.leftShoulder, joint.rightShoulder);
  return [points[joint.nose]!.x, points[joint.nose]!.y, Math.max(ears * 3.2, shoulders * 1.2, 60)];
}

/** A body is about eight face widths tall: where to look for it when only the face was found. */
function bodyBelow(box: Detection) {
  const width = faceWidth(box);
  return square(faceCentre(box)[0], box.bottom + width * 1.9, width * 8);
}

/** With cropped heads the detector finds faces in clothes: the pose's nose must be near the face. */
const belongsTo = ({ box }: Face, pose: Pose): boolean =>
  distanceBetween(noseOf(pose), faceCentre(box)) < faceWidth(box) * 0.75;

/** Whether both shoulders are in the image, or nearly so. */
export function shouldersVisible({ pose }: Body, { width, height }: RgbImage): boolean {
  return [joint.leftShoulder, joint.rightShoulder].every((which) => {
    const { x, y, visible } = pose.points[which]!;
    return visible > 0.5 && y < height * 0.95 && x > -0.12 * width && x < 1.12 * width;
  });
}
