import type { Subject } from '../garment/subject.ts';
import { partAt, type SeenParts } from '../parts/see-parts.ts';
import { label } from '../person/labels.ts';
import { channelDifference, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { type SeesBorder, seesHairEnd } from './sees-border.ts';

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
   * The same for its border with hair, or only for where hair ends above it, if that is more: a rule of the labels ends it straight across. 0 for
   * long hair of which a wider look sees nearly all of the border: hair of the colour of the clothes has no edge.
   */
  hairCut: number;
  /** The same for its border with what is worn below. */
  waistInvented: number;
};

/** Difference of a channel (sRGB 0..1) across a border from which it is an edge, and by which a picture's edge is a new one. */
const edge = 0.1;
const stronger = 0.12;
/** Belief in a part from which the classifier is sure of it, one pixel of its grid from the border. */
const sure = 0.6;
/** Share of an invented border up to which a wider look may not see it: whole pictures have up to 0.21 of it, broken ones from 0.26 on. */
const mostUnseen = 0.23;
/** Border in widths of the head from which long hair lies on the clothes: what is shorter may be a dark collar, a strap or headphones. */
const longHair = 1.3;
/** A border shorter than this, in shoulder widths, says nothing. */
const shortest = 0.3;

/** Measures {@link Edges}, half a percent of the picture to each side of the border. `after`: sRGB 0..1. */
export function measureEdges(subject: Subject, after: Rgb): Edges {
  const skin = alongBorder(subject, after, label.skin);
  const seesEnd = seesHairEnd(subject);
  const hair = alongBorder(subject, after, label.hair, seesEnd);
  const hairEnds = alongBorder(subject, after, label.hair, seesEnd, [-subject.size.width]);
  const isLong = hair.length > longHair * subject.parsed.frame.head.width;
  const isSeen = Math.max(hair.unseen, hairEnds.unseen) <= mostUnseen;
  const bottom = alongBorder(subject, after, label.bottom);
  return {
    guessed: skin.without,
    neckInvented: skin.invented,
    hairCut: isLong && isSeen ? 0 : Math.max(hair.invented, hairEnds.invented),
    waistInvented: bottom.invented,
  };
}

/** A border in pixels, and the shares of it without an edge in the photograph, with one in the picture alone, and of those not seen by a wider look. */
type Border = { length: number; without: number; invented: number; unseen: number };

function alongBorder(
  { parsed, matte, foreground, size }: Subject,
  after: Rgb,
  which: number,
  isSeen: SeesBorder = () => false,
  steps?: readonly number[],
): Border {
  const { width, height } = size;
  const { labels, frame } = parsed;
  // A beard ends on clothes as it likes.
  const isBelowChin = (x: number) => Math.abs(x - frame.head.chin[0]) < 0.45 * frame.head.width;
  const towards = steps ?? [1, -1, width, -width];
  const off = Math.max(2, Math.round(Math.max(width, height) / 250));
  const isTold = toldBy(parsed.parts, which, size);
  let [all, without, invented, unseen] = [0, 0, 0, 0];
  for (let y = off; y + off + 1 < height; y++)
    for (let x = off; x + off + 1 < width; x++) {
      const i = y * width + x;
      if (labels[i] !== label.top || (which === label.hair && isBelowChin(x))) continue;
      for (let k = 0; k < towards.length; k++) {
        const step = towards[k]!;
        if (labels[i + step] !== which) continue;
        const inside = i - step * (off - 1);
        const outside = i + step * off;
        if (labels[inside] !== label.top || labels[outside] !== which) continue;
        if (matte[inside]! < 0.8 || matte[outside]! < 0.8) continue;
        all++;
        const before = channelDifference(foreground, inside, foreground, outside);
        if (before >= edge || isTold(x, y, step)) continue;
        without++;
        if (channelDifference(after, inside, after, outside) <= before + stronger) continue;
        invented++;
        const [dx, dy] = directionOf(step, width);
        if (!isSeen(x, y, dx, dy)) unseen++;
      }
    }
  if (all < shortest * frame.shoulderWidth) return { length: all, without: 0, invented: 0, unseen: 0 };
  return { length: all, without: without / all, invented: invented / all, unseen: unseen / all };
}

/** The direction in which a step of one pixel goes. */
const directionOf = (step: number, width: number): readonly [number, number] =>
  Math.abs(step) === 1 ? [step, 0] : [0, step / width];

/** Whether the classifier is sure of clothes at a border pixel's own side and of the other label beyond; what is worn below is clothes, too. */
function toldBy(
  parts: SeenParts | undefined,
  which: number,
  { width }: Size,
): (x: number, y: number, step: number) => boolean {
  const beyond = which === label.hair ? parts?.hair : which === label.skin ? parts?.skin : undefined;
  if (!parts || !beyond) return () => false;
  const away = parts.region.width / parts.side;
  const isSure = (plane: Plane, x: number, y: number) => (partAt(parts, plane, x, y) ?? 0) > sure;
  return (x, y, step) => {
    const [dx, dy] = directionOf(step, width);
    return isSure(parts.clothes, x - dx * away, y - dy * away) && isSure(beyond, x + dx * away, y + dy * away);
  };
}
