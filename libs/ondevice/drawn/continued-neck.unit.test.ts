import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { canvasOf, erase } from './canvas.ts';
import { continueNeck } from './continued-neck.ts';
import { measure } from './measures.ts';
import { neckEnds } from './necklines.ts';

/** Somebody whose collar hides the lower half of the neck, taken away. */
function withoutCollar() {
  const { subject } = drawPerson({ top: [40, 60, 120] });
  const measures = measure(subject);
  const { labels } = subject.parsed;
  const collar = Float32Array.from(labels, (which, i) => {
    const [u, v] = measures.toBody(i % subject.size.width, Math.floor(i / subject.size.width));
    return which === label.top || (which === label.skin && v > measures.chin[1] / 2 && Math.abs(u) < 0.4) ? 1 : 0;
  });
  for (let i = 0; i < labels.length; i++) if (collar[i] === 1) labels[i] = label.top;
  const canvas = canvasOf(subject);
  erase(canvas, collar);
  return { subject, measures, canvas };
}

describe('given a collar that was taken away', () => {
  const { subject, measures, canvas } = withoutCollar();
  const at = (x: number, y: number) => {
    const [px, py] = measures.toImage([x, y]);
    return Math.floor(py) * subject.size.width + Math.floor(px);
  };
  const low = at(0, measures.chin[1] * 0.35);
  const bare = canvas.alpha[low];
  continueNeck(canvas, subject, measures, neckEnds('crew', measures));

  test('then the neck goes on below in the colour of its skin', () => {
    const seen = at(0, measures.chin[1] * 0.7);
    expect(bare).toBe(0);
    expect(subject.parsed.labels[seen]).toBe(label.skin);
    expect(canvas.alpha[low]).toBeGreaterThan(0.95);
    for (const plane of [0, 1, 2] as const)
      expect(canvas.rgb[plane][low]).toBeCloseTo(subject.foreground[plane][seen]!, 1);
  });

  test('then nothing is laid on the shoulders and beside the person', () => {
    expect(canvas.alpha[at(0.45, 0.05)]).toBe(0);
    expect(canvas.alpha[at(0.45, measures.chin[1])]).toBe(0);
  });
});
