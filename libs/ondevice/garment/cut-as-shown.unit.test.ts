import { describe, expect, test } from 'vitest';
import { understandDescription } from '../words/understand-description.ts';
import { cutAsShown, type ReferenceCut } from './choose-colours.ts';

const cut = (text: string, shown: ReferenceCut | undefined) => cutAsShown(understandDescription(text)[0]!, shown);
const longTop: ReferenceCut = { kind: 'top', name: 'top', sleeve: 1.9, neck: 'scoop' };
const shortSkirt: ReferenceCut = { kind: 'bottom', name: 'skirt', lower: { cut: 'a-line skirt', length: 0.6 } };

describe('the cut of a reference', () => {
  test('given a name alone, then sleeves, neckline and length are those of the reference', () => {
    expect(cut('t-shirt', longTop)).toMatchObject({ name: 't-shirt', sleeve: 1.9, neck: 'scoop' });
    expect(cut('skirt', shortSkirt)).toMatchObject({ lower: { cut: 'a-line skirt', length: 0.6 } });
  });

  test('given what is said, or what the name means, then that stays', () => {
    expect(cut('sleeveless top', longTop).sleeve).toBe(0);
    expect(cut('turtleneck', longTop).neck).toBe('turtle');
    expect(cut('long pleated skirt', shortSkirt).lower).toMatchObject({ cut: 'pleated skirt' });
  });

  test('given a blouse, then its reference shows whether it has a collar', () => {
    expect(cut('blouse', undefined).neck).toBe('collar');
    expect(cut('blouse', longTop).neck).toBe('scoop');
    expect(cut('blouse', { kind: 'top', name: 'top' }).neck).toBe('crew');
    expect(cut('shirt', longTop).neck).toBe('collar');
    expect(cut('v-neck blouse', longTop).neck).toBe('v');
  });

  test('given another kind of garment than the reference shows, then its legs are its own', () => {
    expect(cut('trousers', shortSkirt).lower).toEqual({ cut: 'straight trousers', length: 2 });
    expect(cut('trousers', longTop)).toMatchObject({ sleeve: 0 });
  });

  test('given no reference, then nothing changes', () => {
    expect(cut('t-shirt', undefined)).toEqual(understandDescription('t-shirt')[0]);
  });
});
