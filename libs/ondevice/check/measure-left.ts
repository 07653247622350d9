import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { oklab, type Triple } from '../pixels/colour.ts';
import { channelDifference } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { another } from './measure-change.ts';

/** What became of the worn top where another was asked for, as shares of it, 0..1. */
export type Left = {
  /** Still seen in its own colour, which is none that was asked for. */
  oldCloth: number;
  /** Taken away, and nothing put in its place; if that is more, of all that was covered or taken away, also skin. */
  uncovered: number;
};

/** OKLab distance up to which the worn colour could be the asked one in other light. */
const likeAsked = 0.25;

/** Less of a worn top (share of every third pixel) is a speck, of which shares say nothing. */
const leastTop = 0.001;

/** Measures {@link Left}; both are 0 if no garment for the upper body was asked for or shown. */
export function measureLeft(subject: Subject, { foreground, matte }: Dressed, layers: readonly Layer[]): Left {
  const asked = layers.filter(({ kind }) => kind !== 'bottom');
  if (asked.length === 0) return { oldCloth: 0, uncovered: 0 };
  const colours = asked.flatMap(({ colour, second }): Triple[] => [oklab(colour), oklab(second)]);
  const laid = asked.some(({ print }) => print);
  const { labels, oklab: worn } = subject.parsed;
  const { head, hair } = subject.protected;
  const isAsked = (i: number) =>
    laid ||
    colours.some(
      (one) => norm(worn.lightness[i]! - one[0], 2 * (worn.a[i]! - one[1]), 2 * (worn.b[i]! - one[2])) < likeAsked,
    );
  const [top, skin] = [
    { all: 0, old: 0, bare: 0 },
    { all: 0, old: 0, bare: 0 },
  ];
  for (let i = 0; i < labels.length; i += 3) {
    if (subject.matte[i]! < 0.8 || head[i]! > 0.5 || hair[i]! > 0.5) continue;
    if (labels[i] !== label.top && labels[i] !== label.skin) continue;
    const gone = matte[i]! < 0.3;
    const same = !gone && channelDifference(subject.foreground, i, foreground, i) < another;
    // Skin that is seen unchanged was not to be covered.
    if (labels[i] === label.skin && same) continue;
    const counts = labels[i] === label.top ? top : skin;
    counts.all++;
    if (gone) counts.bare++;
    else if (same && !isAsked(i)) counts.old++;
  }
  const share = (some: number, all: number) => (all < leastTop * labels.length ? 0 : some / all);
  return {
    oldCloth: share(top.old, top.all),
    uncovered: Math.max(share(top.bare, top.all), share(top.bare + skin.bare, top.all + skin.all)),
  };
}
