import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { measure } from './measures.ts';
import { fromNape } from './neck.ts';
import { wornOutline } from './worn-outline.ts';

const { subject } = drawPerson({ top: [40, 60, 120] });
const measures = measure(subject);

/** How well the outline of a shoulder beside the neck is known where it is covered by cloth or bare: the mean over some pixels. */
function known(shoulder: 'cloth' | 'bare'): number {
  const labels = subject.parsed.labels.map((which) =>
    which === label.top && shoulder === 'bare' ? label.skin : which,
  );
  const outline = wornOutline({ ...subject, parsed: { ...subject.parsed, labels } }, measures);
  const near = Array.from(outline.known, (value, j) => {
    const [x, y] = measures.toBody(
      (j % outline.size.width) * outline.factor,
      Math.floor(j / outline.size.width) * outline.factor,
    );
    const nape = fromNape(measures.neck, x, y);
    return Math.abs(outline.distance[j]!) < 0.03 && y < 0 && nape > 0.34 && nape < 0.37 ? [value] : [];
  }).flat();
  return near.reduce((sum, value) => sum + value, 0) / near.length;
}

test('given a place beside the neck, then its outline is a bare shoulder, and that of cloth may be a collar', () => {
  expect(known('bare')).toBeGreaterThan(0.95);
  expect(known('cloth')).toBeLessThan(0.85);
});
