import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { maskOf, type Plane, type Size, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { spreadFrom } from '../pixels/spread-from.ts';

/** OKLab difference (colour axes doubled) up to which something has a colour of the hair. */
const likeHair = 0.09;
/** A smaller share of the hair is a clip or a highlight, or shadow, which black cloth has the colour of. */
const leastTone = 0.25;
/** Fewer pixels of hair tell no colour. */
const leastHair = 200;
/** Beside the jaw, where nothing but falling hair can be: in face widths and heights from the centre of the face. */
const jaw = { from: 0.62, to: 1.05, above: 0.1, below: 0.45 };
/** The share of that place from which hair falls. */
const leastBesideJaw = 0.3;
/** The cloth beside the hair is at least this share of what is labelled as a top: less is the gaps between strands. */
const leastBesideHair = 0.4;

/**
 * Takes hair that falls before a top out of its region: what has one of the hair's colours and hangs together with it. All of it stays
 * where no hair falls past the jaw, and where the top has the hair's colour itself.
 */
export function withoutHair(image: RgbImage, { parsed, matte }: Subject, region: Plane): Plane {
  const isHair = hairColours(parsed, image);
  if (!isHair || !fallsPastJaw(parsed, matte, image, isHair)) return region;
  const { labels } = parsed;
  const taken = new Uint8Array(labels.length);
  const take = (i: number) => {
    if (taken[i] === 1 || region[i] === 0 || !isHair(i)) return false;
    taken[i] = 1;
    return true;
  };
  // Steps over the thin borders between labels.
  const near = boxBlur(maskOf(labels, label.hair), image, 2);
  const open: number[] = [];
  for (let i = 0; i < labels.length; i++) if (near[i]! > 0 && take(i)) open.push(i);
  spreadFrom(open, image, take);
  const cloth = region.slice();
  for (let i = 0; i < cloth.length; i++) if (taken[i] === 1) cloth[i] = 0;
  return total(cloth) > leastBesideHair * total(region) ? cloth : region;
}

/** Whether a pixel has a colour that the hair above the chin has; undefined where too little is seen of it. */
function hairColours({ labels, oklab, frame }: ParsedPerson, size: Size): ((i: number) => boolean) | undefined {
  const above = Math.min(labels.length, Math.round(frame.head.chin[1]) * size.width);
  const hair: number[] = [];
  for (let i = 0; i < above; i++) if (labels[i] === label.hair) hair.push(i);
  if (hair.length < leastHair) return undefined;
  const tones = clusterColours(oklab, hair)
    .clusters.filter(({ share }) => share > leastTone)
    .map((cluster) => cluster.oklab);
  return (i) =>
    tones.some(([l, a, b]) => norm(oklab.lightness[i]! - l, 2 * (oklab.a[i]! - a), 2 * (oklab.b[i]! - b)) < likeHair);
}

/** Whether what is beside the jaw is mostly of the person and has hair's label or colour, on one side at least. */
function fallsPastJaw(
  { labels, frame }: ParsedPerson,
  matte: Plane,
  { width, height }: Size,
  isHair: (i: number) => boolean,
): boolean {
  const { head } = frame;
  const rows = [jaw.above, jaw.below].map((part) => Math.round(head.centre[1] + part * head.height));
  return [-1, 1].some((side) => {
    const ends = [jaw.from, jaw.to].map((part) => Math.round(head.centre[0] + side * part * head.width));
    let [all, hair] = [0, 0];
    for (let y = Math.max(0, rows[0]!); y < Math.min(height, rows[1]!); y++)
      for (let x = Math.max(0, Math.min(...ends)); x < Math.min(width, Math.max(...ends)); x++, all++) {
        const i = y * width + x;
        if (matte[i]! > 0.6 && (labels[i] === label.hair || isHair(i))) hair++;
      }
    return hair > leastBesideJaw * all;
  });
}
