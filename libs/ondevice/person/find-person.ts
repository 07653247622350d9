import type { RgbImage } from '@styling/imaging';
import { ServiceError } from '@styling/service/errors.ts';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { bodyFrame, limbScale } from './body-frame.ts';
import { bodyBox, type ClassLook, seeClasses } from './classes.ts';
import { findHands, type Hand } from './find-hands.ts';
import { fitPose, joint, type Pose } from './find-pose.ts';
import { type Body, bodyBelow, noseOf, type SeenPeople, seePeople } from './see-people.ts';
import { type Extent, faceWidth, isInFace, isRival } from './which-face.ts';

/** The one person of an image. No face when it is turned away, hidden or cut off; the hands that are seen; what the parsing network saw of them. */
export type Person = Body & { hands: readonly Hand[]; looks: readonly ClassLook[] };

/**
 * Finds the person a try-on is for; the shoulders may be outside of the image, where the pose network supposes them.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function findOnePerson(networks: Networks, image: RgbImage, field: string): Promise<Person> {
  const seen = await seePeople(networks, image);
  await refuseSeveral(networks, image, seen, field);
  if (!seen.person) throw new ServiceError('no_person', { field });
  return lookCloser(networks, image, seen.person);
}

/**
 * Checks that an image shows one person, even if only in part: enough for a model that can complete a body.
 *
 * @param field the request's field that carries the image, named in errors
 * @throws ServiceError `no_person`, `several_people`
 */
export async function checkOnePerson(networks: Networks, image: RgbImage, field: string): Promise<void> {
  const seen = await seePeople(networks, image);
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
  return (await seePeople(networks, image)).person;
}

/** The person with what only those need who dress them or name what they wear. */
export async function lookCloser(networks: Networks, image: RgbImage, { pose, face }: Body): Promise<Person> {
  const hands = await findHands(networks, image, pose, face);
  // Without a face the hands tell where the head is.
  const { head } = bodyFrame({ pose, face, hands: face ? [] : hands }, image);
  return { pose, face, hands, looks: await seeClasses(networks, image, head, bodyBox(pose)) };
}

/** Bodies are only looked for below faces that are as large: their pose takes as long as the person's own. */
async function refuseSeveral(networks: Networks, image: RgbImage, seen: SeenPeople, field: string): Promise<void> {
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

/** Whether both shoulders are in the image, or nearly so. */
export function shouldersVisible({ pose }: Body, { width, height }: RgbImage): boolean {
  return [joint.leftShoulder, joint.rightShoulder].every((which) => {
    const { x, y, visible } = pose.points[which]!;
    return visible > 0.5 && y < height * 0.95 && x > -0.12 * width && x < 1.12 * width;
  });
}
