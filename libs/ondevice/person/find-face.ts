import type { RgbImage } from '@styling/imaging';
import { cropRegion, regionPoint, square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Detection, singleShotDetector } from '../models/ssd.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';

/**
 * A face: its box with six key points, and the 468 points of the MediaPipe face mesh in image pixels. `outline`: that of the mesh, or if a mouth is
 * wide open, of one that was fitted to its jaw.
 */
export type Face = { box: Detection; mesh: readonly Point[]; outline: readonly Point[] };

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

/** Distance between the lips, as a share of the face's height, from which a mouth is wide open. */
const wideOpen = 0.125;
/** How far the lower jaw then reaches below the usual part of the picture, in sides of the box. */
const openJaw = 0.15;
/** Numbers of points of the mesh: the lips' inner edges in the middle, the top of the brow and the chin. */
const [upperLip, lowerLip] = [13, 14];
export const [browPoint, chinPoint] = [10, 152] as const;

/**
 * Fits the face mesh (Kartynnik et al. 2019) to a detected face; the mesh is undefined where there is none after all. The box of a face ends at
 * the jaw of a closed mouth, and near the border of what it is shown the network draws a chin inwards: the outline of a wide open mouth is fitted
 * again, lower. Chin and brow stay, as that is not how the head is bent.
 */
export async function fitFaceMesh(networks: Networks, image: RgbImage, box: Detection): Promise<Face | undefined> {
  const mesh = await fitMesh(networks, image, box, 0);
  if (mesh === undefined) return undefined;
  const opening =
    distanceBetween(mesh[upperLip]!, mesh[lowerLip]!) / distanceBetween(mesh[browPoint]!, mesh[chinPoint]!);
  const ofJaw = opening > wideOpen ? await fitMesh(networks, image, box, openJaw) : undefined;
  return { box, mesh, outline: outlineOf(ofJaw ?? mesh) };
}

/** Fits the mesh to a square round a box that reaches `lower` further down, in sides of the box. */
async function fitMesh(
  networks: Networks,
  image: RgbImage,
  box: Detection,
  lower: number,
): Promise<readonly Point[] | undefined> {
  const [right, left] = [box.points[0]!, box.points[1]!];
  const tilt = Math.atan2(left[1] - right[1], left[0] - right[0]);
  const side = Math.max(box.right - box.left, box.bottom - box.top);
  const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const region = square(
    middle[0] - side * lower * Math.sin(tilt),
    middle[1] + side * lower * Math.cos(tilt),
    1.5 * side * (1 + lower),
    tilt,
  );
  const outputs = await networks.faceMesh(cropRegion(image, region, 192, 0, 1));
  const values = outputs.find((output) => output.length === 468 * 3);
  const presence = outputs.findLast((output) => output.length === 1);
  if (!values || !presence || presence[0]! < 0) return undefined;
  return Array.from({ length: 468 }, (_, i) => regionPoint(region, values[i * 3]! / 192, values[i * 3 + 1]! / 192));
}
