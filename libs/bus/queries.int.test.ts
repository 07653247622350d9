import { defineQuery, getImage } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger, startTelemetry, type Telemetry } from '@styling/telemetry';
import { type RestartableNats, startRestartableNats, testId } from '@styling/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Bus } from './connect.ts';
import { answerQueries, ask } from './queries.ts';

const double = defineQuery('test')('double', { number: z.number() }, { number: z.number() });
let nats: RestartableNats;
let [asker, answerer] = [] as unknown as [Bus, Bus];
let telemetry: Telemetry;
let answering: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  telemetry = await startTelemetry('test', false);
  nats = await startRestartableNats();
  [asker, answerer] = await Promise.all([nats.connect(), nats.connect()]);
});
afterEach(async () => {
  await Promise.all(answering.map((one) => one.stop()));
  answering = [];
});
afterAll(async () => {
  await nats.stop();
  await telemetry.stop();
});

type Handler = (request: { number: number }) => Promise<{ number: number }>;
async function answer(handler: Handler, options: { concurrency?: number } = {}): Promise<void> {
  answering.push(answerQueries(answerer, double, handler, { queue: 'test', log: silentLogger(), ...options }));
  await answerer.nc.flush();
}

it('given an answerer, then the asker has its reply, and one of a queue answers', async () => {
  let answers = 0;
  for (let replica = 0; replica < 3; replica++) {
    await answer(async ({ number }) => {
      answers++;
      return { number: number * 2 };
    });
  }
  expect(await ask(asker, double, { number: 21 })).toEqual({ number: 42 });
  expect(answers).toBe(1);
});

it('given a handler that throws a service error, then the asker has it, with its values', async () => {
  await answer(async () => {
    throw new ServiceError('not_an_integer_between', { field: 'number', min: 1, max: 2 });
  });
  const failure = await ask(asker, double, { number: 1 }).catch((error) => error);
  expect(failure).toBeInstanceOf(ServiceError);
  expect(failure).toMatchObject({
    code: 'not_an_integer_between',
    message: 'number must be an integer between 1 and 2',
  });
});

it('given a handler that breaks, or a request or reply of another form, then the asker is told internal or unavailable', async () => {
  await answer(async ({ number }) => {
    if (number === 1) throw new TypeError('a secret');
    return { number: 'two' as unknown as number };
  });
  const told = (request: unknown) => ask(asker, double, request as { number: number }).catch((error) => error);
  expect(await told({ number: 1 })).toMatchObject({ code: 'internal', message: 'Internal server error' });
  expect(await told({ number: 'x' })).toMatchObject({ code: 'internal' });
  expect(await told({ number: 2 })).toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
});

it('given nobody who answers, then it fails at once as unavailable', async () => {
  const failing = ask(asker, getImage, { user_id: 'alice', image_id: testId('img', 1) });
  await expect(failing).rejects.toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
});

it('given an answer that takes too long, then it fails as unavailable', async () => {
  const late = Promise.withResolvers<{ number: number }>();
  await answer(() => late.promise);
  await expect(ask(asker, { ...double, withinMs: 50 }, { number: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  late.resolve({ number: 1 });
});

it('given an answer that is larger than the bus takes, then the asker is told internal', async () => {
  await answer(async () => ({ number: 1, ballast: 'x'.repeat(2 ** 21) }));
  await expect(ask(asker, double, { number: 1 })).rejects.toMatchObject({ code: 'internal' });
});

it('given an answerer with a query at hand, when it stops, then that is answered first', async () => {
  const late = Promise.withResolvers<{ number: number }>();
  await answer(() => late.promise);
  const asked = ask(asker, double, { number: 1 });
  await asker.nc.flush();
  await answerer.nc.flush();
  const stopped = answering[0]?.stop();
  late.resolve({ number: 7 });
  await stopped;
  expect(await asked).toEqual({ number: 7 });
});
