import { decodeRgb, type RgbImage } from '@styling/imaging';
import type { Networks } from '../models/networks.ts';
import { type Detection, withoutOverlaps } from '../models/ssd.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { chinPoint, coveringWindows, findFaces, fitFaceMesh, sureFace } from './find-face.ts';
import { faceCentre, faceWidth, isRival, whichFace } from './which-face.ts';

/** What a model made of the picture of a person; both are bytes of image files. */
export type MadePicture = { readonly made: Uint8Array; readonly person: Uint8Array };

export type Flaw = 'no_face' | 'several_faces' | 'unchanged';

/** In pixels; see `checkSelfie`. */
const maxSide = 768;
/** Mean difference of colours, of 255: selfies encoded or cropped anew had up to 6, other clothes of the same colour 28. */
const leastDifference = 8;

/**
 * Judges a picture that a model made: it shows one face where the person's picture shows one, and below it other
 * clothes. Without a face the whole pictures are compared.
 * @returns undefined for a picture without flaw
 * @throws ServiceError of the field `image`: it cannot be decoded
 */
export async function judgePicture(networks: Networks, { made, person }: MadePicture): Promise<Flaw | undefined> {
  const [before, after] = [await seeFace(networks, person), await seeFace(networks, made)];
  if (before.face && !after.face) return 'no_face';
  if (before.face && before.rivals === 0 && after.rivals > 0) return 'several_faces';
  return differenceOf(before, after) < leastDifference ? 'unchanged' : undefined;
}

/** `x` and `bottom`: where the trunk begins, in pixels; `width`: that of the face, by its mesh. */
type SeenFace = { image: RgbImage; face: { x: number; bottom: number; width: number } | undefined; rivals: number };

/** Numbers of points of the mesh: both cheeks, and the chin. */
const [rightCheek, leftCheek, chin] = [234, 454, chinPoint];

async function seeFace(networks: Networks, bytes: Uint8Array): Promise<SeenFace> {
  const image = await decodeRgb(bytes, { field: 'image', maxSide });
  const found = withoutOverlaps(await findFaces(networks, image, coveringWindows(image)));
  const { face: largest, others } = whichFace(found, undefined);
  const faces: { box: Detection; mesh: readonly Point[] | undefined }[] = [];
  for (const box of largest ? [largest, ...others] : []) {
    const mesh = (await fitFaceMesh(networks, image, box))?.mesh;
    if (mesh || box.score > sureFace) faces.push({ box, mesh });
  }
  const [first, ...rest] = faces;
  // Of somebody who lies, faces are found by chance.
  if (!first || !isUpright(first.box)) return { image, face: undefined, rivals: 0 };
  const isLarge = ({ box }: { box: Detection }) => isRival({ face: faceWidth(first.box) }, { face: faceWidth(box) });
  const { box, mesh } = first;
  const face = mesh
    ? {
        x: (mesh[rightCheek]![0] + mesh[leftCheek]![0]) / 2,
        bottom: mesh[chin]![1],
        width: distanceBetween(mesh[rightCheek]!, mesh[leftCheek]!),
      }
    : { x: faceCentre(box)[0], bottom: box.bottom, width: faceWidth(box) };
  return { image, face, rivals: rest.filter(isLarge).length };
}

/** Whether the eyes, the first points of a face, are beside each other. */
function isUpright({ points: [right, left] }: Detection): boolean {
  return Math.abs(left![1] - right![1]) < Math.abs(left![0] - right![0]);
}

/** The trunk below a face in face widths: where it begins, how far it reaches, and the half of its breadth. */
const trunk = { from: 0.2, length: 2.4, half: 0.8, least: 0.5 };
/** Cells in which pictures are compared; so many more round the second one, as boxes of faces are not exact. */
const cells = { columns: 16, rows: 20, margin: 2 };

/** How much of the trunk is in the picture, in face widths; 0 without a face. */
const trunkOf = ({ image, face }: SeenFace): number =>
  face ? Math.min(trunk.length, (image.height - face.bottom) / face.width - trunk.from) : 0;

/** The mean difference of what both show of the trunk, or of the whole pictures, where they fit best. */
function differenceOf(before: SeenFace, after: SeenFace): number {
  const seen = Math.min(trunkOf(before), trunkOf(after));
  const { columns, rows, margin } = cells;
  const one = coloursIn(before.image, areaOf(before, seen), columns, rows);
  const wide = columns + 2 * margin;
  const other = coloursIn(after.image, around(areaOf(after, seen)), wide, rows + 2 * margin);
  let least = Number.POSITIVE_INFINITY;
  for (let down = 0; down <= 2 * margin; down++) {
    for (let right = 0; right <= 2 * margin; right++) {
      let sum = 0;
      for (let row = 0; row < rows; row++) {
        const [from, to] = [row * columns * 3, ((row + down) * wide + right) * 3];
        for (let i = 0; i < columns * 3; i++) sum += Math.abs(one[from + i]! - other[to + i]!);
      }
      least = Math.min(least, sum / one.length);
    }
  }
  return least;
}

type Area = { left: number; top: number; width: number; height: number };

function areaOf({ image: { width, height }, face }: SeenFace, seen: number): Area {
  if (!face || seen < trunk.least) return { left: 0, top: 0, width, height };
  const { x, bottom, width: unit } = face;
  const top = bottom + trunk.from * unit;
  return { left: x - trunk.half * unit, top, width: 2 * trunk.half * unit, height: seen * unit };
}

/** An area with the margin round it. */
function around({ left, top, width, height }: Area): Area {
  const [x, y] = [(width / cells.columns) * cells.margin, (height / cells.rows) * cells.margin];
  return { left: left - x, top: top - y, width: width + 2 * x, height: height + 2 * y };
}

/** Mean red, green and blue of each cell of an area; beyond the image those of its edge. */
function coloursIn({ width, height, data }: RgbImage, area: Area, columns: number, rows: number): Float64Array {
  const colours = new Float64Array(columns * rows * 3);
  const within = (at: number, limit: number) => Math.min(limit - 1, Math.max(0, Math.floor(at)));
  for (let row = 0; row < rows; row++) {
    const top = within(area.top + (area.height * row) / rows, height);
    const bottom = within(area.top + (area.height * (row + 1)) / rows - 1, height);
    for (let column = 0; column < columns; column++) {
      const left = within(area.left + (area.width * column) / columns, width);
      const right = within(area.left + (area.width * (column + 1)) / columns - 1, width);
      const cell = (row * columns + column) * 3;
      let count = 0;
      for (let y = top; y <= Math.max(top, bottom); y++) {
        for (let x = left; x <= Math.max(left, right); x++, count++) {
          for (let c = 0; c < 3; c++) colours[cell + c]! += data[(y * width + x) * 3 + c]!;
        }
      }
      for (let c = 0; c < 3; c++) colours[cell + c]! /= count;
    }
  }
  return colours;
}
