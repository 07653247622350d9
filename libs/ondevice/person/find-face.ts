import type { RgbImage } from '@styling/imaging';
import { cropRegion, regionPoint, square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Detection, singleShotDetector } from '../models/ssd.ts';
import type { Point } from '../pixels/points.ts';

/** A face: its box with six key points, and the 468 points of the MediaPipe face mesh in image pixels. */
export type Face = { box: Detection; mesh: readonly Point[] };

/** Numbers of the face mesh's outline, in order round the face (MediaPipe's FACEMESH_FACE_OVAL). */
const oval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** The outline of a face mesh. */
export const outlineOf = (mesh: readonly Point[]): Point[] => oval.map((i) => mesh[i]!);

/** BlazeFace short range (Bazarevsky et al. 2019), MediaPipe's `face_detection_short_range`. */
const blazeFace = { side: 128, strides: [8, 16, 16, 16], keyPoints: 6, threshold: 0.5 };

/** Finds faces in each of the square windows [centre x, centre y, side] of an image, so that one may be found more than once. */
export async function findFaces(
  networks: Networks,
  image: RgbImage,
  windows: readonly (readonly [number, number, number])[],
): Promise<Detection[]> {
  const detect = singleShotDetector(networks.faceDetector, blazeFace);
  const found = await Promise.all(windows.map(([x, y, side]) => detect(image, x, y, side)));
  return found.flat();
}

/** Overlapping square windows that together cover the image, the whole of it first. */
export function coveringWindows({ width, height }: RgbImage): [number, number, number][] {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const windows: [number, number, number][] = [[width / 2, height / 2, long]];
  const steps = Math.ceil((long - short) / (short * 0.6)) + 1;
  for (let step = 0; step < steps; step++) {
    const along = short / 2 + (steps === 1 ? 0 : ((long - short) * step) / (steps - 1));
    windows.push(width > height ? [along, height / 2, short] : [width / 2, along, short]);
  }
  return windows;
}

/** The detector mistakes plain garments with two sleeves for faces, but with less confidence than real faces. */
export const sureFace = 0.75;

/** Whether a picture surely shows a face. */
export const showsFace = async (networks: Networks, image: RgbImage): Promise<boolean> =>
  (await findFaces(networks, image, coveringWindows(image))).some(({ score }) => score > sureFace);

/** Numbers of points of the mesh: the top of the brow and the chin. */
export const [browPoint, chinPoint] = [10, 152] as const;

/** Fits the face mesh (Kartynnik et al. 2019) to a detected face; undefined where there is none after all. */
export async function fitFaceMesh(networks: Networks, image: RgbImage, box: Detection): Promise<Face | undefined> {
  const [right, left] = [box.points[0]!, box.points[1]!];
  const tilt = Math.atan2(left[1] - right[1], left[0] - right[0]);
  const side = Math.max(box.right - box.left, box.bottom - box.top);
  const region = square((box.left + box.right) / 2, (box.top + box.bottom) / 2, 1.5 * side, tilt);
  const outputs = await networks.faceMesh(cropRegion(image, region, 192, 0, 1));
  const values = outputs.find((output) => output.length === 468 * 3);
  const presence = outputs.findLast((output) => output.length === 1);
  if (!values || !presence || presence[0]! < 0) return undefined;
  const mesh = Array.from({ length: 468 }, (_, i) =>
    regionPoint(region, values[i * 3]! / 192, values[i * 3 + 1]! / 192),
  );
  return { box, mesh };
}
