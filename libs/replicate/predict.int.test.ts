import {
  type Behaviour,
  breaks,
  breaksAfter,
  ends,
  expires,
  fails,
  hangs,
  mislabels,
  refusals,
  refuses,
  resets,
  runs,
  says,
  startFakeModels,
  throttled,
  throttles,
} from '@styling/fake-models';
import { VendorError } from '@styling/model-api';
import { ServiceError } from '@styling/service';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { bananas, connectWorker, failure, journal, START, unhurried, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();
const fake = () => hosted.fakes.replicate;

/** One prediction by a worker of its own. */
function predicted(script: readonly Behaviour[], order: object = {}, kept = journal()) {
  fake().script(script);
  const worker = connectWorker(hosted.fakes);
  const done = worker.replicate.predict({ ...bananas, ...unhurried(), journal: kept, ...order });
  return { ...worker, journal: kept, done };
}

describe('predict', () => {
  test('given a model that works, then its output, its version, and one create that ends by the deadline', async () => {
    const { done, journal, reports } = predicted([runs(3)]);
    const prediction = await done;
    const { id, ...made } = prediction;
    expect(made).toMatchObject({ model: bananas.model, version: 'hidden' });
    expect(journal.noted).toEqual(['creating', `created ${id}`, `counted ${id}`]);
    expect(prediction.output).toMatch(/^http:.*\/output\.jpg$/);
    expect(fake().counts).toMatchObject({ creates: 1, polls: 4, cancels: 0 });
    expect(fake().asked).toEqual([{ model: bananas.model, input: bananas.input([]), cancelAfter: '120s' }]);
    expect(reports).toEqual([
      { model: bananas.model, version: 'hidden', status: 'succeeded', seconds: expect.any(Number), cost: 0.067 },
    ]);
  });

  test('given a community model, then it is addressed by version', async () => {
    const model = `somebody/some-model:${'ab'.repeat(32)}`;
    const prediction = await predicted([says('fine')], { model }).done;
    expect(prediction).toMatchObject({ model, version: 'ab'.repeat(32), output: 'fine' });
  });

  test('given a shutdown, then the next worker resumes the prediction: one create, no cancel', async () => {
    const leaving = new AbortController();
    const kept = journal();
    fake().script([runs(4)]);
    const first = connectWorker(hosted.fakes, {
      sleep: async () => leaving.abort(new Error('the worker leaves')),
    });
    const left = first.replicate.predict({ ...bananas, ...unhurried(), signal: leaving.signal, journal: kept });
    expect(await failure(left)).toBe(leaving.signal.reason);
    const second = connectWorker(hosted.fakes);
    const [id = ''] = fake().predictions.map((stored) => stored.id);
    expect(kept.noted).toEqual(['creating', `created ${id}`]);
    const images = () => Promise.reject(new Error('it has its pictures'));
    const prediction = await second.replicate.predict({ ...bananas, ...unhurried(), images, journal: journal(id) });
    expect(prediction.id).toBe(id);
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 0 });
    expect(fake().predictions).toEqual([expect.objectContaining({ id, status: 'succeeded' })]);
  });

  test('given its request is cancelled, then the prediction is cancelled, and its progress was reported', async () => {
    const cancelling = new AbortController();
    const told: number[] = [];
    fake().script([hangs()]);
    const { replicate } = connectWorker(hosted.fakes, {
      sleep: async () => {
        if (told.length > 1) cancelling.abort(new ServiceError('canceled'));
      },
    });
    const order = { ...bananas, ...unhurried(), signal: cancelling.signal, journal: journal() };
    const done = replicate.predict({ ...order, onProgress: (fraction) => told.push(fraction) });
    expect(await failure(done)).toBe(cancelling.signal.reason);
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
    expect(told).toEqual([0.05, 0.05]);
  });

  test('given an abort before the create, then nothing is created', async () => {
    const { done } = predicted([], { signal: AbortSignal.abort(new Error('too late')) });
    expect(await failure(done)).toMatchObject({ message: 'too late' });
    expect(fake().counts.creates).toBe(0);
  });

  test('given a checkpoint that fails, then the prediction is cancelled', async () => {
    const broken = { ...journal(), created: () => Promise.reject(new Error('store is away')) };
    const { done } = predicted([hangs()], { journal: broken });
    expect(await failure(done)).toMatchObject({ message: 'store is away' });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test('given a prediction that hangs, when the deadline passes, then it is cancelled', async () => {
    const { done, clock, reports } = predicted([hangs()]);
    expect(await failure(done)).toMatchObject({ kind: 'deadline' });
    expect(reports).toEqual([expect.objectContaining({ status: 'canceled' })]);
    expect(clock()).toEqual(unhurried().deadline);
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test('given a prediction that finishes just before the cancel, then it is returned', async () => {
    // The last poll fails; the response to the cancel holds the outcome.
    const { done } = predicted([{ polls: Array.from({ length: 60 }, () => 'garbage' as const) }], {
      deadline: new Date(START.getTime() + 20_000),
    });
    await expect(done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
  });

  test('given an API that is down at the deadline, then the error is still `deadline`', async () => {
    const going = new AbortController();
    const { fakes, stop } = await own([hangs()]);
    const { replicate } = connectWorker(fakes, {
      sleep: async () => {
        if (!going.signal.aborted) await stop();
        going.abort();
      },
      clock: () => (going.signal.aborted ? unhurried().deadline : START),
    });
    expect(await failure(replicate.predict({ ...bananas, ...unhurried(), journal: journal() }))).toMatchObject({
      kind: 'deadline',
    });
  });

  test('given a deadline that has passed, then nothing is created', async () => {
    const { done } = predicted([], { deadline: new Date('2026-06-01T11:59:59Z') });
    expect(await failure(done)).toMatchObject({ kind: 'deadline' });
    expect(fake().counts.creates).toBe(0);
  });

  test.each(['body', 'header', 'text'] as const)(
    'given 429s with the delay in the %s, then creates wait that long and one prediction is made',
    async (told) => {
      const { done, slept } = predicted([throttles(5, told), throttles(7, told), runs(0)]);
      await done;
      expect(fake().counts.creates).toBe(3);
      expect(fake().predictions).toHaveLength(1);
      expect(slept.slice(0, 2)).toEqual([5_500, 7_500]);
    },
  );

  test('given 429s without a delay, then waits grow', async () => {
    const { done, slept } = predicted([1, 2, 3, 4].map(() => throttles(5, 'nowhere')));
    await done;
    expect(slept.slice(0, 4)).toEqual([750, 1_500, 3_000, 6_000]);
  });

  test('given a storm of 429s, then it fails before the deadline and nothing was created', async () => {
    fake().behave(bananas.model, throttles(30));
    const { done, clock } = predicted([]);
    expect(await failure(done)).toMatchObject({ kind: 'throttled', code: '429' });
    expect(clock().getTime()).toBeLessThan(unhurried().deadline.getTime());
    expect(fake().predictions).toEqual([]);
  });

  test.each([
    ['a connection that breaks after the create', resets('after'), 1],
    ['a connection that breaks before the create is stored', resets('before'), 0],
    ['a create that is never answered', { create: 'hang' }, 1],
    ['an unreadable answer to a create', { create: 'garbage' }, 1],
    ['a gateway that gave up on a create', breaks(504), 0],
    ['a 500 to a create that is stored', breaksAfter(500), 1],
    ['a 502 to a create that is stored', breaksAfter(502), 1],
  ] satisfies [string, Behaviour, number][])(
    'given %s, then it is ambiguous and never sent again',
    async (_, behaviour, stored) => {
      const { done, journal } = predicted([behaviour]);
      expect(await failure(done)).toMatchObject({ kind: 'ambiguous', retryable: false });
      expect(fake().counts.creates).toBe(1);
      expect(fake().predictions).toHaveLength(stored);
      expect(journal.noted).toEqual(['creating']);
    },
  );

  test('given a 503 to a create, then it is unavailable and may be tried again', async () => {
    expect(await failure(predicted([breaks(503)]).done)).toMatchObject({ kind: 'unavailable', retryable: true });
    expect(fake().counts.creates).toBe(1);
  });

  test('given no server, then it is unavailable, as nothing was sent', async () => {
    const { replicate } = connectWorker(hosted.fakes, { baseUrl: 'http://127.0.0.1:1/v1' });
    const error = await failure(replicate.predict({ ...bananas, ...unhurried(), journal: journal() }));
    expect(error).toMatchObject({ kind: 'unreachable', retryable: true });
  });

  test.each(Object.entries(refusals))('given %s, then it is our own fault', async (_, create) => {
    const kind = create.status === 401 || create.status === 402 ? 'denied' : 'invalid';
    expect(await failure(predicted([{ create }]).done)).toMatchObject({ kind, code: String(create.status) });
  });

  test('given a wrong token, then the error is `denied` and does not contain the token', async () => {
    const { replicate } = connectWorker(hosted.fakes, { token: 'r8_wrong' });
    const error = await failure(replicate.predict({ ...bananas, ...unhurried(), journal: journal() }));
    expect(error).toMatchObject({ kind: 'denied', code: '401' });
    expect(logged(error)).not.toContain('r8_wrong');
  });

  test('given polls that break, hang, are throttled or unreadable, then the prediction still succeeds', async () => {
    const polls = ['reset', 'garbage', throttled(3), { status: 502, body: 'bad gateway' }, 'hang'] as const;
    const { done, slept } = predicted([{ polls }]);
    await expect(done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts).toMatchObject({ creates: 1, polls: 6, cancels: 0 });
    expect(slept).toContain(3_000);
  });

  test('given polls that are never readable, then it is cancelled at the deadline', async () => {
    const { done } = predicted([{ ...hangs(), polls: Array.from({ length: 200 }, () => 'garbage' as const) }]);
    expect(await failure(done)).toMatchObject({ kind: 'deadline' });
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
  });

  test.each([refusals.unauthenticated, refusals.insufficientCredit, refusals.notFound])(
    'given one or two looks answered $status, then it is looked at again',
    async (refusal) => {
      const { done } = predicted([{ ...runs(1), polls: [refusal, refusal] }]);
      await expect(done).resolves.toMatchObject({ model: bananas.model });
      expect(fake().counts).toMatchObject({ creates: 1, cancels: 0 });
    },
  );

  test('given a token revoked meanwhile, then it is `denied`, and the prediction is cancelled as far as possible', async () => {
    const polls = Array.from({ length: 9 }, () => refusals.unauthenticated);
    expect(await failure(predicted([{ ...hangs(), polls }]).done)).toMatchObject({ kind: 'denied' });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test.each(['0', '0.001', '9999999999'])(
    'given looks throttled for %s s, then they come every 0.5 to 5 s',
    async (seconds) => {
      const polls = Array.from({ length: 4 }, () => throttled(Number(seconds), 'header'));
      const { done, slept } = predicted([{ polls }]);
      await expect(done).resolves.toMatchObject({ model: bananas.model });
      for (const ms of slept) expect(ms).toBeGreaterThanOrEqual(500);
      for (const ms of slept) expect(ms).toBeLessThanOrEqual(5_000);
    },
  );

  test.each([
    ['an odd version', { version: { is: 'new' } }, 'hidden'],
    ['a version that is not ASCII', { version: 'größe-2 r8_abcdefgh' }, 'gre-2token'],
    ['a version of a megabyte', { version: 'v'.repeat(1_200_000) }, 'v'.repeat(100)],
    ['odd metrics', { metrics: 'fast', version: null }, 'hidden'],
    ['negative metrics', { metrics: { total_time: -1 } }, 'hidden'],
    ['an odd mark of removal', { data_removed: 'no' }, 'hidden'],
    ['no id', { id: null, logs: 7 }, 'hidden'],
  ])('given %s, which decides nothing, then it succeeds', async (_, fields, version) => {
    const { done } = predicted([{ end: { fields } }]);
    await expect(done).resolves.toMatchObject({ model: bananas.model, version });
  });

  test('given an odd total time, then the run time of the model is reported', async () => {
    const { done, reports } = predicted([{ end: { fields: { metrics: { total_time: -1, predict_time: 3 } } } }]);
    await done;
    expect(reports).toMatchObject([{ seconds: 3 }]);
  });

  test('given an unknown status, then it counts as running', async () => {
    const polls = [{ status: 200, body: { id: 'x', status: 'queued' } }];
    await expect(predicted([{ polls }]).done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 0 });
  });

  test.each([
    ['a safety filter', refuses(), 'refused', 'E005', false],
    ['an interruption', fails('PA'), 'failed', 'PA', true],
    ['high demand', fails('E003'), 'failed', 'E003', true],
    ['a fault of the model', fails('E001'), 'failed', 'E001', false],
    ['somebody who cancels it', ends('canceled'), 'failed', undefined, false],
    ['no start in time', ends('aborted'), 'deadline', undefined, false],
    ['a removed output', expires(), 'expired', undefined, true],
  ] as const)('given %s, then the failure says so', async (_, behaviour, kind, code, retryable) => {
    const { done, reports } = predicted([behaviour]);
    const error = await failure(done);
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({ kind, code, retryable });
    expect(reports).toHaveLength(1);
    expect(reports[0]?.cost).toBe(kind === 'expired' ? 0.067 : undefined);
  });

  test('given a saved prediction unknown to the vendor, then the error is `expired`', async () => {
    expect(await failure(predicted([], {}, journal('gone')).done)).toMatchObject({ kind: 'expired', code: '404' });
    expect(fake().counts.creates).toBe(0);
  });

  test('given a failure that quotes a URL, then neither message nor log contains it', async () => {
    const error = (await failure(predicted([fails('E001')]).done)) as Error;
    expect(error.message).toBe('prediction failed (E001)');
    expect(logged(error)).toContain('The model failed at <url>');
  });

  test('given a mislabelled picture, then it succeeds', async () => {
    await expect(predicted([mislabels()]).done).resolves.toMatchObject({ model: bananas.model });
  });
});

/** Fakes that a test may stop. */
async function own(script: readonly Behaviour[]) {
  const fakes = await startFakeModels();
  fakes.replicate.script(script);
  return { fakes, stop: () => fakes.stop() };
}

/** An error as the services' loggers write it. */
function logged(err: unknown): string {
  const lines: string[] = [];
  pino({ serializers: { err: pino.stdSerializers.errWithCause } }, { write: (line) => lines.push(line) }).error({
    err,
  });
  return lines.join('');
}
