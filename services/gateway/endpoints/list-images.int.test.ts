import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { answerQueries, readToHead } from '@styling/bus';
import {
  type DataOf,
  IMAGES_PAGE,
  listImages,
  type readAnswered,
  type StoredImage,
  subjects,
} from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { startServiceWithTables, testId, testTime } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';

let gateways: TestGateways;
let key: string;
let user = '';
let users = 0;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 1, clock: testTime });
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  ({ key } = await createKey(gateways.deps, user, 'test'));
});

type List = { images: { image_id: string; image_url: string }[]; next_cursor?: string };
const get = (path: string, { method = 'GET', port = gateways.gateway.port, key: its = key } = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'x-api-key': its } });
const idsIn = ({ images }: Pick<List, 'images'>) => images.map(({ image_id }) => image_id);

/** What usage is told of a request. */
async function recordOf(response: Response): Promise<DataOf<typeof readAnswered> | undefined> {
  const options = { name: 'test', filter: subjects.allReads, after: 0, log: silentLogger() };
  const entries = await Array.fromAsync(readToHead(gateways.servers.bus, options));
  const found = entries.find(
    ({ event }) =>
      event?.type === 'read.answered' && event.data.request_id === String(response.headers.get('x-request-id')),
  );
  return found?.event?.data as DataOf<typeof readAnswered> | undefined;
}

describe('of a user with more images than a page', () => {
  const ALL = IMAGES_PAGE + 150;

  it('is the list that the pages are, in parts, with nothing beside it', async () => {
    const images = await startServiceWithTables('images', gateways.servers);
    onTestFinished(images.stop);
    const db = connectDatabase({ url: gateways.servers.postgres.url, schema: 'images', log: silentLogger() });
    onTestFinished(() => db.destroy());
    // Three at each moment, so that pages end between images of the same one.
    await sql`insert into image (image_id, user_id, key_id, object, mime_type, category, endpoint, created_at, persistent)
      select 'img_' || lpad(to_hex(i), 24, '0'), ${user}, 'key_1', 'images/' || i || '.jpg', 'image/jpeg', 'try-on',
        '/try_on_outfit', ${testTime()}::timestamptz + (i / 3) * interval '1 s', true
      from generate_series(1, ${ALL}::integer) as i`.execute(db);
    const whole = await get('/images');
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(whole.headers.get('transfer-encoding')).toBe('chunked');
    const paged: List['images'] = [];
    for (let query = '?limit=100'; ; ) {
      const page = (await (await get(`/images${query}`)).json()) as List;
      paged.push(...page.images);
      if (page.next_cursor === undefined) break;
      query = `?limit=100&cursor=${page.next_cursor}`;
    }
    expect(new Set(idsIn({ images: paged })).size).toBe(ALL);
    expect(await whole.json()).toEqual({ images: paged });
    expect(await recordOf(whole)).toMatchObject({ status: 200, error: null });
    const cursor = ((await (await get('/images?limit=100')).json()) as List).next_cursor;
    expect(idsIn((await (await get(`/images?cursor=${cursor}`)).json()) as List)).toEqual(
      idsIn({ images: paged.slice(100) }),
    );
  });
});

/** Images of the service that the stand-in answers for, newest first. */
let kept: StoredImage[] = [];
/** The cursors that it was asked for. */
let asked: (string | null)[] = [];

const image = (number: number): StoredImage => ({
  image_id: testId('img', number),
  object: `images/${testId('img', number)}.jpg`,
  mime_type: 'image/jpeg',
  category: 'try-on',
  endpoint: '/try_on_outfit',
  created_at: testTime().toISOString(),
  persistent: true,
  expires_at: null,
  width: 1,
  height: 1,
  provider: 'test',
  model: 'test-1',
  approximations: [],
  job_id: testId('req', number),
});
const images = (...numbers: number[]) => numbers.map(image);
const downFrom = (number: number) => images(...Array.from({ length: number }, (_, index) => number - index));
const urlsOf = (stored: readonly StoredImage[]) =>
  stored.map(({ object, ...record }) => ({ ...record, image_url: `http://images.example/bucket/${object}` }));

type Page = { images: StoredImage[]; next_cursor: string | null };
/** Answers for the images service. */
async function standIn(pageAfter: (cursor: string | null, limit: number) => Page): Promise<void> {
  asked = [];
  const answering = answerQueries(
    await gateways.servers.connect('images'),
    listImages,
    async ({ limit, cursor }) => {
      asked.push(cursor);
      return pageAfter(cursor, limit);
    },
    { queue: 'images', log: silentLogger() },
  );
  onTestFinished(() => answering.stop());
}
/** Answers from what is kept; `beforePage` is called before the page of a number, from 0, is read. */
const standInWithKept = (beforePage: (page: number) => void = () => {}) =>
  standIn((cursor, limit) => {
    beforePage(asked.length - 1);
    const left = cursor === null ? kept : kept.filter(({ image_id }) => image_id < cursor);
    const page = left.slice(0, limit);
    return { images: page, next_cursor: left.length > limit ? (page.at(-1)?.image_id ?? null) : null };
  });

/** Asks for the list and reads nothing of it. */
function unread(): Socket {
  const socket = connect(gateways.gateway.port, '127.0.0.1').pause();
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /images HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`);
  return socket;
}

describe('sent in parts', () => {
  it('given images that are made and deleted between pages, has each of those that stayed once', async () => {
    kept = downFrom(3 * IMAGES_PAGE);
    const before = kept;
    const gone = new Set([before[5], before[IMAGES_PAGE - 1], before[IMAGES_PAGE], before[2 * IMAGES_PAGE]]);
    await standInWithKept((page) => {
      if (page === 1) kept = [...images(3 * IMAGES_PAGE + 1), ...kept.filter((one) => !gone.has(one))];
    });
    const { images: listed } = (await (await get('/images')).json()) as List;
    const inFirst = new Set(before.slice(0, IMAGES_PAGE));
    expect(listed).toEqual(urlsOf(before.filter((one) => inFirst.has(one) || !gone.has(one))));
  });

  it('given a page that fails, cuts the connection, and is recorded as what it is', async () => {
    kept = downFrom(3 * IMAGES_PAGE);
    await standInWithKept((page) => {
      if (page === 2) throw new Error('the table is gone');
    });
    const response = await get('/images');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await recordOf(response)).toMatchObject({ status: 500, error: { code: 'internal' } });
    // A client of HTTP/1.0 sees only the end of the connection: what it has is no JSON.
    asked = [];
    const old = connect(gateways.gateway.port, '127.0.0.1');
    old.write(`GET /images HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`);
    const [head = '', body = ''] = (await textOf(old)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(body.length).toBeGreaterThan(0);
    expect(() => JSON.parse(body)).toThrow();
  });

  it('given a first page that fails, is an ordinary error', async () => {
    await standInWithKept(() => {
      throw new Error('the table is gone');
    });
    const response = await get('/images');
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('given too little memory for a page, is refused before it begins', async () => {
    kept = downFrom(2 * IMAGES_PAGE);
    await standInWithKept();
    const small = await startGateway({ ...gateways.deps, limits: { ...gateways.deps.limits, bodyBytes: 1000 } }, 0);
    onTestFinished(() => small.stop());
    expect((await get('/images', { port: small.port })).status).toBe(503);
  });

  it('given HEAD, reads no further page', async () => {
    kept = downFrom(3 * IMAGES_PAGE);
    await standInWithKept();
    const response = await get('/images', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
    expect(await response.text()).toBe('');
    expect(asked).toEqual([null]);
    expect(await recordOf(response)).toMatchObject({ status: 200 });
  });

  it('given clients that do not read, reads no more for them than the kernel takes, until they have left', async () => {
    const page = downFrom(IMAGES_PAGE);
    await standIn((_, limit) => ({ images: page.slice(0, limit), next_cursor: 'more' }));
    const slow = [unread(), unread()];
    let before = -1;
    const isStill = () => {
      const earlier = before;
      before = asked.length;
      return before === earlier;
    };
    await expect.poll(isStill, { interval: 500, timeout: 30_000 }).toBe(true);
    const other = await createKey(gateways.deps, `${user}x`, 'test');
    expect((await get('/images?limit=1', { key: other.key })).status).toBe(200);
    // They have the turns that a user has at once.
    const third = get('/images?limit=1');
    for (const socket of slow) socket.destroy();
    expect((await third).status).toBe(200);
    const asking = asked.length;
    await expect.poll(isStill, { interval: 500 }).toBe(true);
    expect(asked.length).toBe(asking);
  });
});
