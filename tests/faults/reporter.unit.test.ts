import { expect, it } from 'vitest';
import { createReporter } from './reporter.ts';

it('prints a line for each check, and counts', async () => {
  const lines: string[] = [];
  const reporter = createReporter((line) => lines.push(line));
  reporter.skip('disk-full', 'a disk', 'must be superuser');
  await reporter.check('1', 'all goes well', async () => 'seen');
  expect(reporter.close()).toBe(true);
  await reporter.check('2', 'nothing does', async () => {
    throw new Error('lost\nand doubled');
  });
  await reporter.guard('main', async () => {
    throw new Error('does not start');
  });
  expect(reporter.counts.failed).toBe(2);
  expect(reporter.close()).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/^SKIP {2}disk-full +a disk\n {6}NOT CHECKED HERE: must be superuser$/),
    expect.stringMatching(/^pass {2}1 +all goes well \([\d.]+ s\): seen$/),
    '\n1 passed, 0 failed, 1 skipped',
    expect.stringMatching(/^FAIL {2}2 +nothing does \([\d.]+ s\)\n {6}lost\n {6}and doubled$/),
    expect.stringMatching(/^FAIL {2}main +does not start$/),
    '\n1 passed, 2 failed, 1 skipped',
  ]);
});
