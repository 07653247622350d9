import { describe, expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

describe('a time in the zone of the reader', () => {
  it('given a zone east or west of Greenwich, then the field has the time of its clocks', () => {
    const time = new Date('2026-01-02T23:30:45.678Z');
    expect(toLocalField(time, -120)).toBe('2026-01-03T01:30');
    expect(toLocalField(time, 300)).toBe('2026-01-02T18:30');
  });

  it('given a time to the minute, then it is read back as it was', () => {
    for (const text of ['2026-01-02T03:04:00.000Z', '2026-07-02T23:59:00.000Z']) {
      const time = new Date(text);
      expect(fromLocalField(toLocalField(time, time.getTimezoneOffset()))).toEqual(time);
    }
  });

  it.each(['', 'yesterday', '2026-13-01T00:00', '2026-01-02'])('given %j, then it is none', (text) => {
    expect(fromLocalField(text)).toBeUndefined();
  });
});
