import { readConfig } from '@styling/service';
import { expect, it } from 'vitest';
import { settingsOf, variables } from './config.ts';

const needed = {
  NATS_URL: 'nats://x',
  DATABASE_URL: 'postgres://x',
  S3_BUCKET: 'b',
  PORT: '1',
  IMAGE_STORE_URL: 'http://x/b',
};
const read = (more: Record<string, string> = {}) => settingsOf(readConfig(variables, { ...needed, ...more }));

it('given only what is needed, then a user has 20 requests a day and each is answered within two minutes', () => {
  expect(read()).toMatchObject({
    dailyLimit: 20,
    requestTimeoutMs: 120_000,
    sweepGraceMs: 30_000,
    orphanMarginMs: 300_000,
  });
});

it('given other limits, then those', () => {
  expect(read({ DAILY_LIMIT: '3', REQUEST_TIMEOUT_SECONDS: '7' })).toMatchObject({
    dailyLimit: 3,
    requestTimeoutMs: 7_000,
  });
});
