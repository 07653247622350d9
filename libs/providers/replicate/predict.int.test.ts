import {
  type Behaviour,
  breaks,
  breaksAfter,
  expires,
  fails,
  hangs,
  refusals,
  resetsAfter,
  runs,
  startFakeModels,
  throttled,
} from '@styling/fake-models';
import { isNothingPaid, ServiceError } from '@styling/service';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { toPublicError, VendorError } from '../frame/index.ts';
import {
  bananas,
  connectWorker,
  DEADLINE,
  failure,
  inMemory,
  START,
  seedream,
  useFakeModels,
  type WorkerOptions,
} from './replicate.fixture.ts';

const hosted = useFakeModels();
const fake = () => hosted.fakes.replicate;
const askedModels = () => fake().asked.map(({ model }) => model);

/** One delivery of an order by a worker of its own. */
function predicted(script: readonly Behaviour[], store = inMemory(), options: WorkerOptions = {}) {
  fake().script(script);
  const worker = connectWorker(hosted.fakes, { store, ...options });
  return { ...worker, store, done: worker.predict() };
}

/** One with the first model only. */
function predictedOnce(script: readonly Behaviour[], options: WorkerOptions = {}) {
  fake().script(script);
  const store = inMemory();
  const worker = connectWorker(hosted.fakes, { store, ...options });
  return { ...worker, store, done: worker.predict({ candidates: [bananas] }) };
}

describe('a prediction', () => {
  test('given a model that works, then its output, its version, and one create that ends by the deadline', async () => {
    const { done, store, reports } = predicted([runs(3)]);
    const { id, ...made } = await done;
    expect(made).toMatchObject({ model: bananas.model, version: 'hidden' });
    expect(store.history).toEqual(['0/', `0/${id}`, `0/${id}/counted`]);
    expect(made.output).toMatch(/^http:.*\/output\.jpg$/);
    expect(fake().counts).toMatchObject({ creates: 1, polls: 4, cancels: 0 });
    expect(fake().asked).toEqual([{ model: bananas.model, input: bananas.input([], 0), cancelAfter: '120s' }]);
    expect(reports).toMatchObject([{ model: bananas.model, status: 'succeeded' }]);
  });

  test('given its request is cancelled, then it is cancelled, no other model is asked, and its progress was reported', async () => {
    const cancelling = new AbortController();
    const told: number[] = [];
    fake().script([hangs()]);
    const { predict } = connectWorker(hosted.fakes, {
      sleep: async () => {
        if (told.length > 1) cancelling.abort(new ServiceError('canceled'));
      },
    });
    const done = predict({ onProgress: (fraction) => told.push(fraction) }, { signal: cancelling.signal });
    expect(await failure(done)).toBe(cancelling.signal.reason);
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
    expect(told).toEqual([0.05, 0.05]);
  });

  test('given a checkpoint that fails, then the prediction is cancelled, and no other model is asked', async () => {
    const away = new ServiceError('unavailable');
    const store = inMemory();
    const put = async (name: string, bytes: Uint8Array) => {
      if (store.history.length > 0) throw away;
      await store.put(name, bytes);
    };
    fake().script([hangs()]);
    const { predict } = connectWorker(hosted.fakes, { store: { get: async () => null, put } });
    expect(await failure(predict())).toBe(away);
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
    expect(askedModels()).toEqual([bananas.model]);
  });

  test('given one that hangs, when the deadline passes, then it is cancelled', async () => {
    const { done, clock, reports } = predicted([hangs()]);
    expect(await failure(done)).toMatchObject({ code: 'deadline_exceeded' });
    expect(reports).toMatchObject([{ status: 'canceled' }]);
    expect(clock()).toEqual(DEADLINE);
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test('given one that finishes just before the cancel, then it is returned', async () => {
    // The last look fails; the response to the cancel holds the outcome.
    const { done } = predicted([{ polls: Array.from({ length: 200 }, () => 'garbage' as const) }]);
    await expect(done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts).toMatchObject({ creates: 1, cancels: 1 });
  });

  test('given an API that is down at the deadline, then the error is still `deadline_exceeded`', async () => {
    const fakes = await startFakeModels();
    fakes.replicate.script([hangs()]);
    let isDown = false;
    const { predict } = connectWorker(fakes, {
      sleep: async () => {
        await fakes.stop();
        isDown = true;
      },
      clock: () => (isDown ? DEADLINE : START),
    });
    expect(await failure(predict())).toMatchObject({ code: 'deadline_exceeded' });
  });

  test.each([
    ['a connection that breaks after the create', resetsAfter(), 1],
    ['a create that is never answered', { create: 'hang' }, 1],
    ['an unreadable answer to a create', { create: 'garbage' }, 1],
    ['a gateway that gave up on a create', breaks(504), 0],
    ['a 500 to a create that is stored', breaksAfter(500), 1],
  ] satisfies [string, Behaviour, number][])(
    'given %s, then it is ambiguous and never sent again',
    async (_, behaviour, stored) => {
      const { done } = predicted([behaviour]);
      expect(await failure(done)).toMatchObject({ code: 'internal', cause: { kind: 'ambiguous' } });
      expect(fake().counts.creates).toBe(1);
      expect(fake().predictions).toHaveLength(stored);
    },
  );

  test.each(Object.entries(refusals))('given %s, then it is our own fault', async (_, create) => {
    const kind = create.status === 401 || create.status === 402 ? 'denied' : 'invalid';
    const error = await failure(predictedOnce([{ create }]).done);
    expect(error).toMatchObject({ code: 'internal', cause: { kind, code: String(create.status), nothingPaid: true } });
  });

  test('given a wrong token, or a failure that quotes a URL, then no log contains it', async () => {
    expect(logged(await failure(predictedOnce([], { token: 'r8_wrong' }).done))).not.toContain('r8_wrong');
    const quoting = logged(await failure(predictedOnce([fails('E001')]).done));
    expect(quoting).toContain('The model failed at <url>');
    expect(quoting).not.toContain('replicate.com');
  });

  test('given looks that break, hang, are throttled, unreadable or rejected, then it still succeeds', async () => {
    const polls = ['reset', 'garbage', throttled(3), { status: 502, body: 'bad gateway' }, 'hang'] as const;
    const rejected = [refusals.unauthenticated, refusals.notFound] as const;
    const unknown = { status: 200, body: { id: 'x', status: 'queued' } };
    const { done, slept } = predicted([{ polls: [...polls, ...rejected, unknown] }]);
    await expect(done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts).toMatchObject({ creates: 1, polls: 9, cancels: 0 });
    expect(slept).toContain(3_000);
    for (const ms of slept) expect(ms).toBeGreaterThanOrEqual(500);
    for (const ms of slept) expect(ms).toBeLessThanOrEqual(5_000);
  });

  test('given a token revoked meanwhile, then it is `denied`, and the prediction is cancelled as far as possible', async () => {
    const polls = Array.from({ length: 9 }, () => refusals.unauthenticated);
    expect(await failure(predicted([{ ...hangs(), polls }]).done)).toMatchObject({ cause: { kind: 'denied' } });
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test.each([
    ['an odd version', { version: { is: 'new' } }, 'hidden'],
    ['a version of a megabyte that is not ASCII', { version: `größe-2${'v'.repeat(1_200_000)}` }, /^gre-2v{95}$/],
    ['odd metrics', { metrics: 'fast', version: null }, 'hidden'],
    ['no id', { id: null, logs: 7 }, 'hidden'],
  ])('given %s, which decides nothing, then it succeeds', async (_, fields, version) => {
    const { done } = predicted([{ end: { fields } }]);
    await expect(done).resolves.toMatchObject({ model: bananas.model, version: expect.stringMatching(version) });
  });
});

describe('the attempts at a prediction', () => {
  test.each([
    ['interrupted', fails('PA')],
    ['expired', expires()],
  ])('given one that is %s, then the same model gets one retry', async (_, behaviour) => {
    await expect(predicted([behaviour]).done).resolves.toMatchObject({ model: bananas.model });
    expect(askedModels()).toEqual([bananas.model, bananas.model]);
  });

  test('given a model without capacity twice, then the other vendor is used', async () => {
    const prediction = await predicted([fails('E003'), fails('E004')]).done;
    expect(prediction).toMatchObject({ model: seedream.model, output: [expect.stringContaining('/output.jpg')] });
    expect(askedModels()).toEqual([bananas.model, bananas.model, seedream.model]);
  });

  test('given a shutdown during the second, then the next worker resumes it: no cancel, and no pictures again', async () => {
    const leaving = new AbortController();
    const store = inMemory();
    fake().script([fails('E001'), runs(3)]);
    const first = connectWorker(hosted.fakes, {
      store,
      sleep: async () => {
        if (fake().counts.creates === 2) leaving.abort(new Error('the worker leaves'));
      },
    });
    const left = first.predict({}, { signal: leaving.signal });
    expect(await failure(left)).toMatchObject({ code: 'unavailable', cause: leaving.signal.reason });
    const images = () => Promise.reject(new Error('it has its pictures'));
    const { id, model } = await connectWorker(hosted.fakes, { store }).predict({ images });
    expect(model).toBe(seedream.model);
    expect(fake().predictions.at(-1)).toMatchObject({ id, status: 'succeeded' });
    expect(fake().counts).toMatchObject({ creates: 2, cancels: 0 });
  });

  const nothing: Behaviour = { end: { fields: { output: null } } };
  test.each([
    ['503 to every create, although they are stored', breaksAfter(503), 2, 'unavailable'],
    ['500 to every create, although they are stored', breaksAfter(500), 1, 'internal'],
    ['outputs that are null', nothing, 2, 'internal'],
    ['outputs that are removed', expires(), 2, 'internal'],
    ['an account without credit', { create: refusals.insufficientCredit }, 1, 'internal'],
  ] satisfies [string, Behaviour, number, string][])(
    'given %s, in five deliveries, then creates do not begin anew',
    async (_, behaviour, creates, code) => {
      for (const { model } of [bananas, seedream]) fake().behave(model, behaviour);
      const store = inMemory();
      expect(await failure(predicted([], store).done)).toMatchObject({ code });
      for (let delivery = 2; delivery <= 5; delivery++) await failure(predicted([], store).done);
      expect(fake().counts.creates).toBe(creates);
    },
  );

  test.each([
    ['a 503, then an output that is null', [breaksAfter(503), nothing]],
    ['an output that is removed, then lack of capacity', [expires(), fails('E003')]],
    ['a 503, then a lost response', [breaksAfter(503), resetsAfter()]],
  ])('given %s, in five deliveries, then two predictions were begun', async (_, script) => {
    const store = inMemory();
    for (let delivery = 1; delivery <= 5; delivery++) {
      await failure(predicted(script.slice(fake().counts.creates), store).done);
    }
    expect(fake().predictions).toHaveLength(2);
  });

  test('given workers killed during their creates, then the second attempt is the last, and of the same model', async () => {
    const store = inMemory('0/');
    const put = async (name: string, bytes: Uint8Array) => {
      await store.put(name, bytes);
      if (store.saved?.endsWith('/')) throw new Error('killed');
    };
    const killed = connectWorker(hosted.fakes, { store: { get: () => store.get(), put } });
    expect(await failure(killed.predict())).toMatchObject({ code: 'internal' });
    expect(await failure(predicted([], store).done)).toMatchObject({ code: 'unavailable' });
    expect(fake().counts.creates).toBe(0);
    await expect(predicted([], inMemory('2/')).done).resolves.toMatchObject({ model: seedream.model });
  });

  test.each([
    ['no server', { baseUrl: 'http://127.0.0.1:1/v1' }, async () => []],
    [
      'an upload that failed',
      {},
      () => Promise.reject(toPublicError(new VendorError('unavailable', 'x', { nothingPaid: true }))),
    ],
  ])('given %s after a 503, then it does not say that nothing was paid', async (_, options, images) => {
    const store = inMemory();
    expect(isNothingPaid((await failure(predicted([breaks(503)], store).done)) as ServiceError)).toBe(false);
    // An earlier version takes anything from 4 on as all of its attempts.
    expect(store.saved).toBe('5');
    const error = (await failure(
      connectWorker(hosted.fakes, { store, ...options }).predict({ images }),
    )) as ServiceError;
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(isNothingPaid(error)).toBe(false);
    await expect(predicted([], store).done).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts.creates).toBe(2);
  });

  test('given a create whose response is lost while the worker leaves, then it is still not sent again', async () => {
    const leaving = new AbortController();
    const clock = () => {
      if (fake().counts.creates > 0) leaving.abort(new Error('leaves'));
      return START;
    };
    fake().script([resetsAfter()]);
    const done = connectWorker(hosted.fakes, { clock }).predict({}, { signal: leaving.signal });
    expect(await failure(done)).toMatchObject({ code: 'internal' });
    expect(leaving.signal.aborted).toBe(true);
  });

  test('given no server, or a shutdown while it is throttled, then the next delivery has all attempts', async () => {
    const store = inMemory();
    const away = predicted([], store, { baseUrl: 'http://127.0.0.1:1/v1' });
    const error = (await failure(away.done)) as ServiceError;
    expect(error).toMatchObject({ code: 'unavailable', cause: { kind: 'unreachable' } });
    expect(isNothingPaid(error)).toBe(true);
    const leaving = new AbortController();
    fake().script([{ create: throttled(5) }]);
    const left = connectWorker(hosted.fakes, { store, sleep: async () => leaving.abort(new Error('leaves')) });
    expect(await failure(left.predict({}, { signal: leaving.signal }))).toMatchObject({ code: 'unavailable' });
    expect(store.saved).toBe('0');
    await expect(predicted([], store).done).resolves.toMatchObject({ model: bananas.model });
  });

  test('given a finished one that is resumed, then it is counted once; if its output is gone, one more is made', async () => {
    const store = inMemory();
    const first = await predicted([], store).done;
    const second = predicted([], store);
    await expect(second.done).resolves.toMatchObject({ id: first.id });
    expect(second.reports).toEqual([]);
    fake().expireAll();
    expect((await predicted([], store).done).id).not.toBe(first.id);
    expect(fake().counts.creates).toBe(2);
  });

  test.each(['', 'p1', 'x/p1', '1/../x', '1/p1/x'])('given the checkpoint %j, then it begins', async (saved) => {
    await expect(predicted([], inMemory(saved)).done).resolves.toMatchObject({ model: bananas.model });
  });
});

/** An error as the services' loggers write it. */
function logged(err: unknown): string {
  const lines: string[] = [];
  const log = pino({ serializers: { err: pino.stdSerializers.errWithCause } }, { write: (line) => lines.push(line) });
  log.error({ err });
  return lines.join('');
}
