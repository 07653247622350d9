import type { Timeline } from '@styling/client';

type Step = Timeline['steps'][number];

/** A step as it is drawn: a bar from the step before to its moment. Both are parts, 0 to 1, of the width. */
export type Bar = { readonly step: Step; readonly from: number; readonly to: number };

/** Most lines of the scale besides that of 0. */
const MOST_TICKS = 5;
/** How much longer than the request the scale may be: what comes long after the outcome, such as an image's expiry, is not drawn. */
const AFTERMATH = 1.25;

/**
 * Lays out what happened to a job. As clocks differ, what seems to come before the arrival is drawn at it.
 *
 * @returns what the width stands for, ms; a row for each part of the service, in the order in which they come in; moments of the
 * scale, ms, with their place in the width
 */
export function layOutWaterfall({ steps, latency_ms }: Timeline) {
  const limit = latency_ms === null ? Number.POSITIVE_INFINITY : latency_ms * AFTERMATH;
  const drawn = steps.filter(({ ms }) => ms <= limit);
  const span = Math.max(1, latency_ms ?? 0, ...drawn.map(({ ms }) => ms));
  const part = (ms: number) => Math.max(0, ms) / span;
  const bars = drawn.map((step): Bar => ({ step, from: part(step.ms - step.took_ms), to: part(step.ms) }));
  return {
    span,
    rows: [...Map.groupBy(bars, ({ step }) => step.by)].map(([by, bars]) => ({ by, bars })),
    ticks: ticksUpTo(span).map((ms) => ({ ms, at: ms / span })),
  };
}

/** Round moments from 0 to `span`, ms: 1, 2 or 5 times a power of ten apart, so that there are few. */
export function ticksUpTo(span: number): number[] {
  const least = span / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const distance = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((ms) => ms >= least) ?? least);
  return Array.from({ length: Math.floor(span / distance) + 1 }, (_, index) => index * distance);
}
