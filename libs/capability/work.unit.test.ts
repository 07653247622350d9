import { testId, testTime } from '@styling/testing';
import { expect, it } from 'vitest';
import { workOf } from './work.ts';

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
