import { answerQueries } from '@styling/bus';
import { IMAGES_PAGE, listImages, type StoredImage } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { testId, testTime } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

const ALL = 2 * IMAGES_PAGE + 1;
let gateways: TestGateways;
let key: string;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 1, clock: testTime });
  ({ key } = await createKey(gateways.deps, 'alice', 'test'));
});
afterAll(() => gateways.stop());

const image = (number: number): StoredImage => ({
  ...{ image_id: testId('img', number), object: `images/${testId('img', number)}.jpg`, mime_type: 'image/jpeg' },
  ...{ category: 'try-on', endpoint: '/try_on_outfit', created_at: testTime().toISOString(), persistent: true },
  ...{
    expires_at: null,
    width: 1,
    height: 1,
    provider: 'test',
    model: 'test-1',
    approximations: [],
    job_id: testId('req', number),
  },
});

it('given more images than one reply of the bus holds, then the list without a limit is complete and in order', async () => {
  const asked: (string | null)[] = [];
  const images = await answerQueries(
    await gateways.servers.connect('images'),
    listImages,
    async ({ limit, cursor }) => {
      asked.push(cursor);
      const from = Number(cursor ?? 0);
      const page = Array.from({ length: Math.min(limit, ALL - from) }, (_, index) => image(from + index));
      return { images: page, next_cursor: from + limit < ALL ? String(from + limit) : null };
    },
    { queue: 'images', log: silentLogger() },
  );
  const answer = await fetch(`http://127.0.0.1:${gateways.gateway.port}/images`, { headers: { 'x-api-key': key } });
  await images.stop();
  const body = (await answer.json()) as { images: { image_id: string }[]; next_cursor?: string };
  expect(body.images.map(({ image_id }) => image_id)).toEqual(
    Array.from({ length: ALL }, (_, index) => testId('img', index)),
  );
  expect(body).not.toHaveProperty('next_cursor');
  expect(asked).toEqual([null, String(IMAGES_PAGE), String(2 * IMAGES_PAGE)]);
});
