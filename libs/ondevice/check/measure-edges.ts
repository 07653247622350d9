import type { Dressed } from '../garment/dress-person.ts';
import type { Subject } from '../garment/subject.ts';
import { besideBorder, classifierSees, directions, type SeesBorder, seenEdge, touches } from '../person/border.ts';
import { label } from '../person/labels.ts';
import { channelDifference, type Plane } from '../pixels/plane.ts';
import { seesHairEnd } from './sees-border.ts';

/**
 * Whether the worn top ends where the photograph shows an edge or the classifier of parts is sure: where neither does, the labels
 * are a guess.
 */
export type Edges = {
  /** Share of its border with skin at which the photograph has no edge. */
  guessed: number;
  /** Share of it at which the picture has an edge and the photograph has none. */
  neckInvented: number;
  /**
   * The same for its border with hair, which ends softly where it is not seen to end: what is left runs along the strands. 0 for long hair, of somebody
   * whose face is found, of which a wider look sees nearly all of that.
   */
  hairCut: number;
  /** The same for its border with what is worn below. */
  waistInvented: number;
};

/** Difference of a channel across a border by which a picture's edge is a new one. */
const stronger = 0.12;
/**
 * Share of an invented border up to which a wider look may not see it: of those cut, whole pictures have up to 0.15 of it, broken ones from
 * 0.18 on.
 */
const mostUnseen = 0.16;
/** Border in widths of the head from which long hair lies on the clothes: what is shorter may be a dark collar, a strap or headphones. */
const longHair = 1.3;
/** A border shorter than this, in shoulder widths, says nothing. */
const shortest = 0.3;

/** What became of a person: colours, sRGB 0..1, and opacity. */
type After = Pick<Dressed, 'foreground' | 'matte'>;

/** How bright the ground is that shows where nothing is left: that is an edge too. */
const ground = 0.98;

/** Measures {@link Edges}, half a percent of the picture to each side of the border. */
export function measureEdges(subject: Subject, after: After): Edges {
  const skin = alongBorder(subject, after, label.skin);
  const hair = alongBorder(subject, after, label.hair, seesHairEnd(subject));
  const { head, faceFound } = subject.parsed.frame;
  const isLong = faceFound && hair.length > longHair * head.width;
  const bottom = alongBorder(subject, after, label.bottom);
  return {
    guessed: skin.without,
    neckInvented: skin.invented,
    hairCut: isLong && hair.unseen <= mostUnseen ? 0 : hair.invented,
    waistInvented: bottom.invented,
  };
}

/** A border in pixels, and the shares of it without an edge in the photograph, with one in the picture alone, and of those not seen by a wider look. */
type Border = { length: number; without: number; invented: number; unseen: number };

function alongBorder(
  { parsed, matte, foreground, size }: Subject,
  after: After,
  which: number,
  isSeen: SeesBorder = () => false,
): Border {
  const { width, height } = size;
  const { labels, frame } = parsed;
  // A beard ends on clothes as it likes.
  const isBelowChin = (x: number) => Math.abs(x - frame.head.chin[0]) < 0.45 * frame.head.width;
  const off = besideBorder(size);
  const isSure = classifierSees(parsed.parts, which);
  let [all, without, invented, unseen] = [0, 0, 0, 0];
  for (let y = off; y + off + 1 < height; y++)
    for (let x = off; x + off + 1 < width; x++) {
      const i = y * width + x;
      if (labels[i] !== label.top || !touches(labels, i, width, which)) continue;
      if (which === label.hair && isBelowChin(x)) continue;
      for (let k = 0; k < directions.length; k++) {
        const [dx, dy] = directions[k]!;
        const step = dx + dy * width;
        if (labels[i + step] !== which) continue;
        const inside = i - step * (off - 1);
        const outside = i + step * off;
        if (labels[inside] !== label.top || labels[outside] !== which) continue;
        if (matte[inside]! < 0.8 || matte[outside]! < 0.8) continue;
        all++;
        const before = channelDifference(foreground, inside, foreground, outside);
        if (before >= seenEdge || isSure(x, y, dx, dy)) continue;
        without++;
        if (differenceOf(after, inside, outside) <= before + stronger) continue;
        invented++;
        if (!isSeen(x, y, dx, dy)) unseen++;
      }
    }
  if (all < shortest * frame.shoulderWidth) return { length: all, without: 0, invented: 0, unseen: 0 };
  return { length: all, without: without / all, invented: invented / all, unseen: unseen / all };
}

/** The largest difference of a channel between two pixels of the dressed person before a light ground. */
function differenceOf({ foreground, matte }: After, one: number, other: number): number {
  const on = (plane: Plane, i: number) => plane[i]! * matte[i]! + ground * (1 - matte[i]!);
  return Math.max(...foreground.map((plane) => Math.abs(on(plane, one) - on(plane, other))));
}
