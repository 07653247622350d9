import { describe, expect, it } from 'vitest';
import { liveSecrets, type Settings, withSecret } from './sealed-settings.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 4, hour));
const first: Settings = { url: 'https://a.example', description: '', secrets: [{ secret: 'one', until: null }] };

describe('secrets of a webhook', () => {
  it('given another one with an overlap, then both sign until it ends', () => {
    const rotated = withSecret(first, 'two', at(12), at(10));
    expect(liveSecrets(rotated, at(11))).toEqual(['two', 'one']);
    expect(liveSecrets(rotated, at(12))).toEqual(['two']);
  });

  it('given no overlap, then the earlier one is gone at once', () => {
    expect(withSecret(first, 'two', at(10), at(10)).secrets).toEqual([{ secret: 'two', until: null }]);
  });

  it('given a rotation during an overlap, then the end that was promised first stays, unless the new one is sooner', () => {
    const twice = withSecret(withSecret(first, 'two', at(12), at(10)), 'three', at(20), at(11));
    expect(liveSecrets(twice, at(11))).toEqual(['three', 'two', 'one']);
    expect(liveSecrets(twice, at(13))).toEqual(['three', 'two']);
    const leaked = withSecret(twice, 'four', at(11), at(11));
    expect(liveSecrets(leaked, at(11))).toEqual(['four']);
  });

  it('given very many rotations, then only the newest eight sign', () => {
    let rotated = first;
    for (let number = 0; number < 20; number++) rotated = withSecret(rotated, `s${number}`, at(20), at(10));
    expect(liveSecrets(rotated, at(11))).toHaveLength(8);
    expect(liveSecrets(rotated, at(11))[0]).toBe('s19');
  });
});
