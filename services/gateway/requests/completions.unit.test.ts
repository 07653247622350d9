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
    expect(completions.waiting).toBe(1);
    expect(completions.settle(completed(1))).toBe(true);
    expect(await outcome).toEqual(completed(1));
    expect(completions.waiting).toBe(0);
  });

  it("given another gateway's event, or one heard twice, says that nobody waits", () => {
    const completions = createCompletions(() => new Date(), end);
    completions.expect(testId('req', 1), soon());
    expect(completions.settle(completed(2))).toBe(false);
    expect(completions.settle(completed(1))).toBe(true);
    expect(completions.settle(completed(1))).toBe(false);
  });

  it('given a deadline that passes, has the request ended, and ends the wait with the ending that comes', async () => {
    vi.useFakeTimers();
    const completions = createCompletions(() => new Date(), end);
    const { outcome } = completions.expect(testId('req', 1), new Date(Date.now() + 1000), true);
    vi.advanceTimersByTime(999);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end.mock.calls).toEqual([[{ request_id: testId('req', 1), isCanceled: true }]]);
    expect(completions.settle(completed(1))).toBe(true);
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
    expect(completions.waiting).toBe(0);
    expect(completions.settle(completed(1))).toBe(false);
    vi.useRealTimers();
  });

  it('given a wait that is cancelled, leaves neither a timer nor an unheard rejection', () => {
    vi.useFakeTimers();
    const completions = createCompletions(() => new Date(), end);
    completions.expect(testId('req', 1), soon()).cancel();
    expect(completions.waiting).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
