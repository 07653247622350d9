import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, flag, positiveInteger, readConfig, serviceVariables } from './config.ts';

const schema = z.object({ URL: z.string(), COUNT: positiveInteger.default(3), ON: flag });

describe('configuration', () => {
  it('is read once, with defaults, and frozen', () => {
    const config = readConfig(schema, { URL: 'x', OTHER: 'ignored' });
    expect(config).toEqual({ URL: 'x', COUNT: 3, ON: false });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['1', true],
    ['0', false],
    ['', false],
  ])('reads the flag "%s"', (ON, expected) => {
    expect(readConfig(schema, { URL: 'x', ON }).ON).toBe(expected);
  });

  it('treats an empty variable as unset', () => {
    expect(() => readConfig(schema, { URL: '' })).toThrow('URL is not set');
  });

  it('names every invalid variable, and no value', () => {
    const read = () => readConfig(schema, { COUNT: 'secret', ON: 'perhaps' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/URL is not set; COUNT: .*; ON: /);
    expect(read).not.toThrow(/secret/);
  });

  it.each(['-1', '65536', '1.5'])('rejects the port "%s"', (HEALTH_PORT) => {
    expect(() => readConfig(serviceVariables, { NATS_URL: 'x', HEALTH_PORT })).toThrow(/HEALTH_PORT/);
  });
});
