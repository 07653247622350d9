import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { oklab, type Triple } from '../pixels/colour.ts';
import { norm } from '../pixels/scalar.ts';
import { another } from './measure-change.ts';

/** What became of the worn top where another was asked for, as shares of it, 0..1. */
export type Left = {
  /** Still seen in its own colour, which is none that was asked for. */
  oldCloth: number;
  /** Taken away, and nothing put in its place; also what was taken for skin. */
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
    colours.some(([l, a, b]) => norm(worn.lightness[i]! - l, 2 * (worn.a[i]! - a), 2 * (worn.b[i]! - b)) < likeAsked);
  let [all, old, bare] = [0, 0, 0];
  for (let i = 0; i < labels.length; i += 3) {
    if (subject.matte[i]! < 0.8 || head[i]! > 0.5 || hair[i]! > 0.5) continue;
    const gone = matte[i]! < 0.3;
    if (labels[i] !== label.top && !(gone && labels[i] === label.skin)) continue;
    all++;
    if (gone) bare++;
    else if (subject.foreground.every((plane, c) => Math.abs(plane[i]! - foreground[c]![i]!) < another) && !isAsked(i))
      old++;
  }
  return all < leastTop * labels.length
    ? { oldCloth: 0, uncovered: 0 }
    : { oldCloth: old / all, uncovered: bare / all };
}
