import type { Timeline } from '@styling/client';
import { describe, expect, it } from 'vitest';
import { layOutWaterfall, ticksUpTo } from './lay-out-waterfall.ts';

type Step = Timeline['steps'][number];
const aStep = (what: string, by: string, ms: number, took_ms: number): Step => ({
  what,
  by,
  ms,
  took_ms,
  time: new Date(Date.UTC(2026, 0, 2) + ms).toISOString(),
});
const aTimeline = (latency_ms: number | null, steps: Step[]): Timeline => ({
  job_id: 'req_0123456789abcdef01234567',
  endpoint: '/try_on_outfit',
  status: 200,
  latency_ms,
  steps,
});
const done = aTimeline(1000, [
  aStep('received', 'gateway', 0, 0),
  aStep('request.accepted', 'gateway', 20, 20),
  aStep('request.started', 'tryon', 50, 30),
  aStep('image.created', 'tryon', 900, 850),
  aStep('request.completed', 'tryon', 1000, 100),
]);

describe('laying out what happened to a job', () => {
  it('given a job that is done, then a row for each service, and each bar begins where the step before ended', () => {
    const { span, rows } = layOutWaterfall(done);
    expect(span).toBe(1000);
    expect(rows.map(({ by, bars }) => [by, bars.map(({ from, to }) => [from, to])])).toEqual([
      [
        'gateway',
        [
          [0, 0],
          [0, 0.02],
        ],
      ],
      [
        'tryon',
        [
          [0.02, 0.05],
          [0.05, 0.9],
          [0.9, 1],
        ],
      ],
    ]);
  });

  it('given an expiry a day later, then the scale stays that of the request, and it is not drawn', () => {
    const expiry = aStep('image.deleted', 'images', 86_400_000, 86_399_000);
    const { span, rows } = layOutWaterfall({ ...done, steps: [...done.steps, expiry] });
    expect([span, rows.map(({ by }) => by)]).toEqual([1000, ['gateway', 'tryon']]);
  });

  it('given something just after the outcome, then the scale reaches up to it', () => {
    const repeated = aStep('request.completed', 'tryon', 1200, 200);
    const { span, rows } = layOutWaterfall({ ...done, steps: [...done.steps, repeated] });
    expect([span, rows[1]?.bars.at(-1)?.to]).toEqual([1200, 1]);
  });

  it('given a job that runs, then the scale ends with what is known', () =>
    expect(layOutWaterfall(aTimeline(null, done.steps.slice(0, 3))).span).toBe(50));

  it('given only its arrival, then nothing divides by zero', () => {
    const { rows, ticks } = layOutWaterfall(aTimeline(null, done.steps.slice(0, 1)));
    expect(rows[0]?.bars[0]).toMatchObject({ from: 0, to: 0 });
    expect(ticks.map(({ at }) => at)).toEqual([0, 1]);
  });

  it('given a worker whose clock is behind, then its step is drawn at the arrival', () => {
    const early = aTimeline(100, [aStep('request.started', 'tryon', -40, 0), aStep('received', 'gateway', 0, 40)]);
    const places = layOutWaterfall(early).rows.flatMap(({ bars }) => bars.map(({ from, to }) => [from, to]));
    expect(places).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('the scale', () => {
  it.each([
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [1000, [0, 200, 400, 600, 800, 1000]],
    [2620, [0, 1000, 2000]],
    [11_111, [0, 5000, 10_000]],
    [119_000, [0, 50_000, 100_000]],
  ])('given %i ms, then %j', (span, ticks) => expect(ticksUpTo(span)).toEqual(ticks));

  it('given any span, then two lines at least and six at most, all within it', () => {
    for (let span = 1; span < 5_000_000; span = Math.ceil(span * 1.37)) {
      const ticks = ticksUpTo(span);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeLessThanOrEqual(span);
    }
  });
});
