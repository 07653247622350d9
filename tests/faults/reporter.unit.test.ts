import { expect, it } from 'vitest';
import { createReporter } from './reporter.ts';

it('given checks that pass and fail, then each is a line, and the last one counts', async () => {
  const lines: string[] = [];
  const reporter = createReporter((line) => lines.push(line));
  await reporter.check('1', 'all goes well', async () => 'seen');
  await reporter.check('2', 'nothing does', async () => {
    throw new Error('lost\nand doubled');
  });
  await reporter.reference('3', 'elsewhere', async () => {});
  await reporter.reference('4', 'nowhere', async () => {
    throw new Error('no such test');
  });
  await reporter.guard('main', async () => {
    throw new Error('does not start');
  });
  expect(reporter.counts.failed).toBe(3);
  expect(reporter.close()).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/^pass {2}1 +all goes well \([\d.]+ s\): seen$/),
    expect.stringMatching(/^FAIL {2}2 +nothing does \([\d.]+ s\)\n {6}lost\n {6}and doubled$/),
    expect.stringMatching(/^see {3}3 +elsewhere$/),
    expect.stringMatching(/^FAIL {2}4 +no such test$/),
    expect.stringMatching(/^FAIL {2}main +does not start$/),
    '\n1 passed, 3 failed',
  ]);
});

it('given nothing that failed, then all is well', () => {
  expect(createReporter(() => {}).close()).toBe(true);
});

it('given a check that cannot run here, then that is said twice, and all is well', () => {
  const lines: string[] = [];
  const reporter = createReporter((line) => lines.push(line));
  reporter.skip('disk-full', 'a disk', 'must be superuser');
  expect(reporter.close()).toBe(true);
  expect(lines).toEqual([
    expect.stringMatching(/^SKIP {2}disk-full +a disk\n {6}NOT CHECKED HERE: must be superuser$/),
    '\n0 passed, 0 failed, 1 skipped',
  ]);
});
