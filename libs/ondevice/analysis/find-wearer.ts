import type { RgbImage } from '@styling/imaging';
import { readSubject, type Subject } from '../garment/subject.ts';
import type { Networks } from '../models/networks.ts';
import type { Detection } from '../models/ssd.ts';
import { findMainPerson, type Person } from '../person/find-person.ts';
import { findPeople } from '../person/find-pose.ts';

/** A person in a separate picture, cropped from the photograph if it shows several people. */
export type Wearer = { image: RgbImage; person: Person };

/** Finds the person whose clothes a photograph shows: of several, the largest. */
export async function findWearer(networks: Networks, image: RgbImage): Promise<Wearer | undefined> {
  const people = await findPeople(networks, image);
  const view = people.length > 1 ? viewOf(largest(people), image) : image;
  const person = await findMainPerson(networks, view);
  return person && { image: view, person };
}

/** Computes a person's matte, regions and body coordinates. */
export const readWearer = ({ image, person }: Wearer): Subject => readSubject(image, person);

/** Half the height of a body, about: the radius of the circle round it. */
const radiusOf = ({ points: [centre, rim] }: Detection): number =>
  Math.hypot(rim![0] - centre![0], rim![1] - centre![1]);

const largest = (people: readonly Detection[]): Detection =>
  people.reduce((most, one) => (radiusOf(one) > radiusOf(most) ? one : most));

/** The part of the image that holds a body, upright. */
function viewOf(body: Detection, { width, height, data }: RgbImage): RgbImage {
  const [x, y] = body.points[0]!;
  const radius = radiusOf(body);
  const left = Math.max(0, Math.floor(x - radius * 0.8));
  const right = Math.min(width, Math.ceil(x + radius * 0.8));
  const top = Math.max(0, Math.floor(y - radius * 1.25));
  const bottom = Math.min(height, Math.ceil(y + radius * 1.25));
  const view = { width: right - left, height: bottom - top };
  if (view.width < 64 || view.height < 64) return { width, height, data };
  const pixels = new Uint8Array(view.width * view.height * 3);
  for (let row = 0; row < view.height; row++) {
    const from = ((top + row) * width + left) * 3;
    pixels.set(data.subarray(from, from + view.width * 3), row * view.width * 3);
  }
  return { ...view, data: pixels };
}
