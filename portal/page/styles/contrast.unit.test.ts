import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

const GROUNDS = ['paper', 'surface'];
const TEXTS = ['ink', 'muted', 'accent', 'good', 'warn', 'bad'];
const onGrounds = (names: string[]) => names.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const));

describe.each(['light', 'dark'] as const)('the colours of the %s theme', (theme) => {
  const contrast = (one: string, other: string): number => {
    const [first, second] = [colours.get(one), colours.get(other)];
    if (!first || !second) throw new Error(`no colour ${first ? other : one}`);
    return wcagContrast(first[theme], second[theme]);
  };

  // WCAG 2.2, 1.4.3: text. Buttons that cannot be undone are paper on bad.
  it.each([...onGrounds(TEXTS), ['on-accent', 'accent'] as const, ['paper', 'ink'] as const])(
    '%s can be read on %s',
    (text, ground) => expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  // 1.4.11: the edges of controls.
  it.each(onGrounds(['edge', 'accent']))('%s can be told from %s', (edge, ground) =>
    expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3),
  );
});
