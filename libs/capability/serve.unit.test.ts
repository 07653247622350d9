import type { Progress } from '@styling/contracts';
import { testId, testTime } from '@styling/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { progressReports } from './serve.ts';
import { sharesOf, workOf } from './work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const sent: [requestId: string, progress: Progress][] = [];
  return { sent, reports: progressReports((...report) => sent.push(report)) };
}

it('given reports of several requests, then the latest of each is sent, together', () => {
  const { sent, reports } = setUp();
  const [one, two] = [reports.begin('one'), reports.begin('two')];
  one.report('preparing', 0);
  one.report('parsing', 0.4);
  two.report('preparing', 0);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(sent).toEqual([
    ['one', { stage: 'parsing', fraction: 0.4 }],
    ['two', { stage: 'preparing', fraction: 0 }],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(2);
});

it('given a report that goes backwards, then it is dropped, and one beyond the whole is the whole', () => {
  const { sent, reports } = setUp();
  const { report } = reports.begin('one');
  for (const fraction of [0.5, 0.1, 0.5, Number.NaN]) report('dressing', fraction);
  vi.advanceTimersByTime(250);
  report('finding_person', 0.2);
  report('composing', 1.5);
  vi.advanceTimersByTime(250);
  expect(sent.map(([, progress]) => progress)).toEqual([
    { stage: 'dressing', fraction: 0.5 },
    { stage: 'composing', fraction: 1 },
  ]);
});

it('given a request that ends, or the process, then what is held back is not sent', () => {
  const { sent, reports } = setUp();
  const reporting = reports.begin('one');
  reporting.report('dressing', 0.5);
  reporting[Symbol.dispose]();
  vi.advanceTimersByTime(250);
  reports.begin('two').report('dressing', 0.5);
  reports.stop();
  vi.advanceTimersByTime(250);
  expect(sent).toEqual([]);
});

it('given pieces of work side by side, then each is a part of the whole', () => {
  const told: number[] = [];
  const [first, second] = sharesOf((_, fraction) => told.push(fraction), 2, 0.2, 1);
  first?.('dressing', 0.5);
  second?.('dressing', 1);
  first?.('dressing', 0.25);
  expect(told.map((fraction) => fraction.toFixed(2))).toEqual(['0.40', '0.80', '0.80']);
});

it.each([
  [120_000, 115_000],
  [600_000, 595_000],
  [20_000, 18_000],
  [5_000, 4_500],
])('given a request of %d ms, then its work has %d ms', (requestMs, workMs) => {
  const received = testTime().getTime();
  const [received_at, deadline] = [new Date(received).toISOString(), new Date(received + requestMs).toISOString()];
  const request = { request_id: testId('req', 1), received_at, deadline } as Parameters<typeof workOf>[0];
  const { deadline: end } = workOf(request, 'result', { signal: new AbortController().signal, progress: () => {} });
  expect(end.getTime() - received).toBe(workMs);
});
