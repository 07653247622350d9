import {
  type Behaviour,
  breaks,
  breaksAfter,
  ends,
  expires,
  fails,
  hangs,
  refusals,
  refuses,
  resets,
  runs,
  throttles,
} from '@styling/fake-models';
import { toPublicError, VendorError } from '@styling/model-api';
import { isNothingPaid, ServiceError } from '@styling/service';
import { describe, expect, test } from 'vitest';
import { type Candidate, type Checkpoint, SEEDREAM_4_5, seedream45Input } from './index.ts';
import { bananas, connectWorker, failure, inMemory, START, unhurried, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();
const fake = () => hosted.fakes.replicate;
const seedream: Candidate = {
  model: SEEDREAM_4_5,
  input: (images) => seedream45Input({ prompt: 'a red sweater', images }),
};
const askedModels = () => fake().asked.map(({ model }) => model);

function predicted(script: readonly Behaviour[], checkpoint: Checkpoint = inMemory()) {
  fake().script(script);
  const { replicate } = connectWorker(hosted.fakes);
  return replicate.predictWithFallback({ candidates: [bananas, seedream], ...unhurried(), checkpoint });
}

describe('predictWithFallback', () => {
  test('given a first model that succeeds, then the second is not used', async () => {
    await expect(predicted([])).resolves.toMatchObject({ model: bananas.model });
    expect(askedModels()).toEqual([bananas.model]);
  });

  test.each([
    ['interrupted', fails('PA')],
    ['E9828', fails('E9828')],
    ['in demand', fails('E003')],
    ['unavailable', fails('E004')],
    ['expired', expires()],
  ])('given a prediction that is %s once, then the same model gets one retry', async (_, behaviour) => {
    await expect(predicted([behaviour])).resolves.toMatchObject({ model: bananas.model });
    expect(askedModels()).toEqual([bananas.model, bananas.model]);
  });

  test('given a model without capacity twice, then the other vendor is used', async () => {
    const prediction = await predicted([fails('E003'), fails('E004')]);
    expect(prediction).toMatchObject({ model: SEEDREAM_4_5, output: [expect.stringContaining('/output.jpg')] });
    expect(askedModels()).toEqual([bananas.model, bananas.model, SEEDREAM_4_5]);
  });

  test.each([
    ['fails for good', fails('E001')],
    ['is cancelled by somebody', ends('canceled')],
    ['does not take our input', { create: refusals.invalidVersion }],
  ])('given a model that %s, then the other is asked without a retry', async (_, behaviour) => {
    await expect(predicted([behaviour])).resolves.toMatchObject({ model: SEEDREAM_4_5 });
    expect(askedModels()).toEqual([bananas.model, SEEDREAM_4_5]);
  });

  test.each([
    ['refused', refuses(), 'content_refused', 400],
    ['lost after the create', resets('after'), 'internal', 500],
    ['late', hangs(), 'deadline_exceeded', 504],
    ['throttled to the end', throttles(500), 'unavailable', 503],
  ])('given a prediction that is %s, then nothing else is asked', async (_, behaviour, code, status) => {
    const error = await failure(predicted([behaviour]));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code, status });
    expect(fake().counts.creates).toBe(1);
  });

  test.each([
    ['fail', fails('E003'), 'internal'],
    ['are not available', breaks(503), 'unavailable'],
    ['are not paid for', { create: refusals.insufficientCredit }, 'internal'],
  ])('given models that all %s, then the client hears %s and not why', async (_, behaviour, code) => {
    for (const model of [bananas.model, SEEDREAM_4_5]) fake().behave(model, behaviour);
    const error = (await failure(predicted([]))) as ServiceError;
    expect(error).toMatchObject({ code });
    expect(error.message).not.toMatch(/credit|demand|billing|https?:/i);
  });

  test('given a shutdown during the fallback, then the next worker resumes that prediction', async () => {
    const leaving = new AbortController();
    const checkpoint = inMemory();
    fake().script([fails('E001'), runs(3)]);
    const first = connectWorker(hosted.fakes, {
      sleep: async () => {
        if (fake().counts.creates === 2) leaving.abort(new Error('the worker leaves'));
      },
    });
    const order = { candidates: [bananas, seedream] as const, ...unhurried(), checkpoint };
    const left = first.replicate.predictWithFallback({ ...order, signal: leaving.signal });
    expect(await failure(left)).toMatchObject({ code: 'unavailable', cause: leaving.signal.reason });
    const prediction = await connectWorker(hosted.fakes).replicate.predictWithFallback(order);
    expect(prediction.model).toBe(SEEDREAM_4_5);
    expect(askedModels()).toEqual([bananas.model, SEEDREAM_4_5]);
  });

  test('given its request is cancelled, then it ends with that error, and no other model is asked', async () => {
    const cancelling = new AbortController();
    fake().script([hangs(), runs(0)]);
    const { replicate } = connectWorker(hosted.fakes, {
      sleep: async () => cancelling.abort(new ServiceError('canceled')),
    });
    const order = { candidates: [bananas, seedream] as const, ...unhurried(), checkpoint: inMemory() };
    const done = replicate.predictWithFallback({ ...order, signal: cancelling.signal });
    expect(await failure(done)).toBe(cancelling.signal.reason);
    expect(askedModels()).toEqual([bananas.model]);
    expect(fake().predictions).toEqual([expect.objectContaining({ status: 'canceled' })]);
  });

  test('given a resumed prediction that failed meanwhile, then the attempts continue from there', async () => {
    const checkpoint = inMemory();
    fake().script([fails('E003'), fails('E003')]);
    const first = connectWorker(hosted.fakes, {
      sleep: async () => {
        if (fake().counts.creates === 2) throw new Error('the worker dies');
      },
    });
    const order = { candidates: [bananas, seedream] as const, ...unhurried(), checkpoint };
    expect(await failure(first.replicate.predictWithFallback(order))).toMatchObject({ message: 'the worker dies' });
    await expect(connectWorker(hosted.fakes).replicate.predictWithFallback(order)).resolves.toMatchObject({
      model: SEEDREAM_4_5,
    });
    expect(askedModels()).toEqual([bananas.model, bananas.model, SEEDREAM_4_5]);
  });

  test('given a checkpoint that fails, then its error is thrown and no other model is used', async () => {
    const away = new ServiceError('unavailable');
    let saves = 0;
    const save = async () => {
      if (++saves > 1) throw away;
    };
    const checkpoint = { load: async () => null, save };
    const order = { candidates: [bananas, seedream] as const, ...unhurried(), checkpoint };
    expect(await failure(connectWorker(hosted.fakes).replicate.predictWithFallback(order))).toBe(away);
    expect(askedModels()).toEqual([bananas.model]);
  });

  test('given earlier deliveries that used all attempts, then nothing more is created', async () => {
    expect(await failure(predicted([], { load: async () => '4', save: async () => {} }))).toMatchObject({
      code: 'unavailable',
    });
    expect(fake().counts.creates).toBe(0);
  });

  test.each([
    ['503 to every create, although they are stored', breaksAfter(503), 2, 'unavailable'],
    ['500 to every create, although they are stored', breaksAfter(500), 1, 'internal'],
    ['outputs that are null', { end: { fields: { output: null } } }, 2, 'internal'],
    ['outputs that are removed', expires(), 2, 'internal'],
    ['an account without credit', { create: refusals.insufficientCredit }, 1, 'internal'],
  ] satisfies [string, Behaviour, number, string][])(
    'given %s, in five deliveries, then creates do not begin anew',
    async (_, behaviour, creates, code) => {
      for (const model of [bananas.model, SEEDREAM_4_5]) fake().behave(model, behaviour);
      const checkpoint = inMemory();
      expect(await failure(predicted([], checkpoint))).toMatchObject({ code });
      for (let delivery = 2; delivery <= 5; delivery++) await failure(predicted([], checkpoint));
      expect(fake().counts.creates).toBe(creates);
    },
  );

  const nothing: Behaviour = { end: { fields: { output: null } } };
  test.each([
    ['a 503, then an output that is null', [breaksAfter(503), nothing]],
    ['an output that is null, then a 503', [nothing, breaksAfter(503)]],
    ['an output that is removed, then lack of capacity', [expires(), fails('E003')]],
    ['a 503, then a lost response', [breaksAfter(503), resets('after')]],
  ])('given %s, in five deliveries, then two predictions were begun', async (_, script) => {
    const checkpoint = inMemory();
    for (let delivery = 1; delivery <= 5; delivery++) {
      await failure(predicted(delivery === 1 ? script : script.slice(fake().counts.creates), checkpoint));
    }
    expect(fake().predictions).toHaveLength(2);
  });

  test('given workers killed during their creates, then the second attempt is the last, and of the same model', async () => {
    const checkpoint = inMemory('0/');
    const save = checkpoint.save;
    checkpoint.save = async (saved) => {
      await save.call(checkpoint, saved);
      if (saved.endsWith('/')) throw new Error('killed');
    };
    expect(await failure(predicted([], checkpoint))).toMatchObject({ code: 'internal' });
    checkpoint.save = save;
    expect(await failure(predicted([], checkpoint))).toMatchObject({ code: 'unavailable' });
    expect(fake().counts.creates).toBe(0);
    await expect(predicted([], inMemory('2/'))).resolves.toMatchObject({ model: SEEDREAM_4_5 });
  });

  test.each([
    ['no server', 'http://127.0.0.1:1/v1', async () => []],
    [
      'an upload that failed',
      undefined,
      () => Promise.reject(toPublicError(new VendorError('unavailable', 'x', { nothingPaid: true }))),
    ],
  ])('given %s after a 503, then it does not say that nothing was paid', async (_, baseUrl, images) => {
    const checkpoint = inMemory();
    expect(isNothingPaid((await failure(predicted([breaks(503)], checkpoint))) as ServiceError)).toBe(false);
    const { replicate } = connectWorker(hosted.fakes, baseUrl ? { baseUrl } : {});
    const order = { candidates: [bananas, seedream], ...unhurried(), images, checkpoint };
    const error = (await failure(replicate.predictWithFallback(order))) as ServiceError;
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(isNothingPaid(error)).toBe(false);
    await expect(predicted([], checkpoint)).resolves.toMatchObject({ model: bananas.model });
  });

  test('given a create whose response is lost while the worker leaves, then it is still not sent again', async () => {
    const leaving = new AbortController();
    const { replicate } = connectWorker(hosted.fakes, {
      clock: () => {
        if (fake().counts.creates > 0) leaving.abort(new Error('leaves'));
        return START;
      },
    });
    fake().script([resets('after')]);
    const order = { candidates: [bananas, seedream], ...unhurried(), signal: leaving.signal, checkpoint: inMemory() };
    expect(await failure(replicate.predictWithFallback(order))).toMatchObject({ code: 'internal' });
    expect(leaving.signal.aborted).toBe(true);
  });

  test('given no server in the first delivery, then the second one has all attempts', async () => {
    const checkpoint = inMemory();
    const { replicate } = connectWorker(hosted.fakes, { baseUrl: 'http://127.0.0.1:1/v1' });
    const order = { candidates: [bananas, seedream], ...unhurried(), checkpoint };
    expect(await failure(replicate.predictWithFallback(order))).toMatchObject({ code: 'unavailable' });
    expect(checkpoint.saved).toBe('0');
    await expect(predicted([], checkpoint)).resolves.toMatchObject({ model: bananas.model });
  });

  test('given a worker that leaves while it is throttled, then the next one creates the prediction', async () => {
    const checkpoint = inMemory();
    const leaving = new AbortController();
    fake().script([throttles(5)]);
    const { replicate } = connectWorker(hosted.fakes, { sleep: async () => leaving.abort(new Error('leaves')) });
    const order = { candidates: [bananas, seedream], ...unhurried(), signal: leaving.signal, checkpoint };
    expect(await failure(replicate.predictWithFallback(order))).toMatchObject({ code: 'unavailable' });
    await expect(predicted([], checkpoint)).resolves.toMatchObject({ model: bananas.model });
  });

  test('given a 503, then the next delivery makes one more attempt, which no earlier version repeats', async () => {
    const checkpoint = inMemory();
    expect(await failure(predicted([breaks(503)], checkpoint))).toMatchObject({ code: 'unavailable' });
    // An earlier version takes anything from 4 on as all of its attempts.
    expect(checkpoint.saved).toBe('5');
    await expect(predicted([], checkpoint)).resolves.toMatchObject({ model: bananas.model });
    expect(fake().counts.creates).toBe(2);
  });

  test('given a finished prediction that is resumed, then it is counted once', async () => {
    const checkpoint = inMemory();
    const first = await predicted([], checkpoint);
    const { replicate, reports } = connectWorker(hosted.fakes);
    const order = { candidates: [bananas, seedream], ...unhurried(), checkpoint };
    await expect(replicate.predictWithFallback(order)).resolves.toMatchObject({ id: first.id });
    expect(reports).toEqual([]);
  });

  test('given an expired output on resumption, then one more prediction is made', async () => {
    const checkpoint = inMemory();
    const first = await predicted([], checkpoint);
    fake().expireAll();
    const second = await predicted([], checkpoint);
    expect(second.id).not.toBe(first.id);
    expect(fake().counts.creates).toBe(2);
  });
});
