import { createEvent, requestCancelRequested, startRequest } from '@styling/contracts';
import { anAcceptedRequest, aRequestCompleted, testTime } from '@styling/testing';
import { describe, expect, it } from 'vitest';
import { foldJobs } from './job-projection.ts';

const arrived = testTime();
const at = (seconds: number) => new Date(arrived.getTime() + seconds * 1000);
const DAY = 86_400;
const accepted = (after = 1) => anAcceptedRequest(1, {}, at(after));
const started = (after: number) => startRequest(accepted().data, 'tryon', at(after));
const { request_id, user_id, endpoint } = accepted().data;
const canceled = (after: number) =>
  createEvent(requestCancelRequested, '/services/gateway', at(after), {
    request_id,
    user_id,
    endpoint,
    capability: 'tryon',
  });
const completed = (after: number, status = 200) => aRequestCompleted(1, { status }, at(after));

describe('what a batch tells of a request', () => {
  it('given it began after its end, then it did not', () => {
    const [job] = foldJobs([accepted(), completed(4, 504), started(5), canceled(6)]);
    expect(job).not.toHaveProperty('started_at');
    expect(job).not.toHaveProperty('cancel_requested_at');
  });

  it('given its acceptance is later in the log than its ending, then it has both', () => {
    const [job] = foldJobs([completed(4, 503), accepted(5)]);
    expect(job).toMatchObject({ capability: 'tryon', completed_at: at(4).toISOString() });
  });

  it('given only that it was started, then nothing that describes it', () => {
    expect(foldJobs([started(2)])).toEqual([{ request_id, started_at: at(2).toISOString() }]);
  });

  it('given it arrived more than thirty days before, then nothing', () => {
    expect(foldJobs([completed(31 * DAY)])).toEqual([]);
    expect(foldJobs([completed(30 * DAY)])).toHaveLength(1);
  });
});
