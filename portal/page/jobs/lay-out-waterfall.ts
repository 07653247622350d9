import type { Timeline } from '@styling/client';

type Step = Timeline['steps'][number];

/** A step as it is drawn: a bar from the step before to its moment. Both are parts, 0 to 1, of the width. */
export type Bar = { readonly step: Step; readonly from: number; readonly to: number };

/** What is drawn of a timeline. */
export type Waterfall = {
  /** What the width stands for, ms. */
  readonly span: number;
  /** A row for each part of the service, in the order in which they come in. */
  readonly rows: readonly { readonly by: string; readonly bars: readonly Bar[] }[];
  /** Moments of the scale, ms, with their place in the width. */
  readonly ticks: readonly { readonly ms: number; readonly at: number }[];
  /** What came long after the outcome, such as the expiry of an image a day later. */
  readonly later: readonly Step[];
};

/** Most lines of the scale besides that of 0. */
const MOST_TICKS = 5;
/** How much longer than the request the scale may be for what follows the outcome at once. */
const AFTERMATH = 1.25;

/** Lays out what happened to a job. As clocks differ, what seems to come before the arrival is drawn at it. */
export function layOutWaterfall({ steps, latency_ms }: Timeline): Waterfall {
  const limit = latency_ms === null ? Number.POSITIVE_INFINITY : latency_ms * AFTERMATH;
  const drawn = steps.filter(({ ms }) => ms <= limit);
  const span = Math.max(1, latency_ms ?? 0, ...drawn.map(({ ms }) => ms));
  const part = (ms: number) => Math.max(0, ms) / span;
  const rows = new Map<string, Bar[]>();
  for (const step of drawn) {
    const bar = { step, from: part(step.ms - step.took_ms), to: part(step.ms) };
    const bars = rows.get(step.by);
    if (bars) bars.push(bar);
    else rows.set(step.by, [bar]);
  }
  return {
    span,
    rows: [...rows].map(([by, bars]) => ({ by, bars })),
    ticks: ticksUpTo(span).map((ms) => ({ ms, at: ms / span })),
    later: steps.filter(({ ms }) => ms > limit),
  };
}

/** Round moments from 0 to `span`, ms: 1, 2 or 5 times a power of ten apart, so that there are few. */
export function ticksUpTo(span: number): number[] {
  const least = span / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const distance = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((ms) => ms >= least) ?? least);
  return Array.from({ length: Math.floor(span / distance) + 1 }, (_, index) => index * distance);
}
