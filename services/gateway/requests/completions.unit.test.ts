import type { RequestCompleted } from '@styling/contracts';
import { aRequestCompleted, testId } from '@styling/testing';
import { describe, expect, it, vi } from 'vitest';
import { createCompletions } from './completions.ts';

const soon = () => new Date(Date.now() + 60_000);
const end = vi.fn(async () => {});
const completed = (number: number): RequestCompleted => aRequestCompleted(number);

describe('waiting for terminal events', () => {
  it('given the event, ends the wait with it', async () => {
    const completions = createCompletions(() => new Date(), end);
    const { outcome } = completions.expect(testId('req', 1), soon());
    completions.settle(completed(2));
    completions.settle(completed(1));
    expect(await outcome).toEqual(completed(1));
  });

  it('given a deadline that passes, has the request ended, and ends the wait with the ending that comes', async () => {
    vi.useFakeTimers();
    const completions = createCompletions(() => new Date(), end);
    const { outcome } = completions.expect(testId('req', 1), new Date(Date.now() + 1000), true);
    vi.advanceTimersByTime(999);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end.mock.calls).toEqual([[{ request_id: testId('req', 1), isCanceled: true }]]);
    completions.settle(completed(1));
    expect(await outcome).toEqual(completed(1));
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('given a deadline that passes, and no ending soon after it, ends the wait and forgets it', async () => {
    vi.useFakeTimers();
    const completions = createCompletions(() => new Date(), end);
    const { outcome } = completions.expect(testId('req', 1), new Date(Date.now() + 1000));
    vi.advanceTimersByTime(1000);
    vi.advanceTimersByTime(3000);
    await expect(outcome).rejects.toMatchObject({ code: 'deadline_exceeded', status: 504 });
    vi.useRealTimers();
  });

  it('given a wait that is cancelled, leaves neither a timer nor an unheard rejection', () => {
    vi.useFakeTimers();
    const completions = createCompletions(() => new Date(), end);
    completions.expect(testId('req', 1), soon()).cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
