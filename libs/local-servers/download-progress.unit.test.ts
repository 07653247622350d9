import { expect, test } from 'vitest';
import { inSteps } from './download-progress.ts';

test('given a known size, then each quarter is reported once', () => {
  const reported: string[] = [];
  const progress = inSteps((line) => reported.push(line));
  for (let received = 0; received <= 9_000_000; received += 100_000) progress(received, 9_000_000);
  expect(reported).toEqual(['2.3/9.0 MB', '4.5/9.0 MB', '6.8/9.0 MB', '9.0/9.0 MB']);
});

test('given an unknown size, then every two megabytes are reported', () => {
  const reported: string[] = [];
  const progress = inSteps((line) => reported.push(line));
  for (const received of [1_000_000, 2_000_000, 2_500_000, 6_000_000]) progress(received, undefined);
  expect(reported).toEqual(['2.0 MB', '6.0 MB']);
});
