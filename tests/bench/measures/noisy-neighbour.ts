import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '@styling/gateway/capacity';
import { clientsOf, type Measure } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import type { LoadResult } from '../load/closed-loop.ts';
import type { Noise } from '../load/noise.ts';
import { orderBody } from '../order-body.ts';
import { addCallers, type Caller, seedRevokedKeys } from '../rig/callers.ts';
import type { Rig } from '../rig/rig.ts';
import { comparison } from '../row.ts';
import { atMost } from '../statistics.ts';
import { seedImages } from './seed.ts';

const QUIET = 'quiet';
const SECONDS = 3;
/** Between the requests of the user, who is below the pace of a user. */
const PAUSE_MS = 20;
const PAGE = 100;
const CLIENTS = 50;
const UNREAD = 150;
const ANSWER_BYTES = 3_000_000;
const UNFINISHED = 13;
const BODY_BYTES = 19_000_000;
/** Names of members, in 1 MB, and in as much as a body may have. */
const MEMBERS = 110_000;
const MOST_MEMBERS = 1_000_000;
const ATTACKERS = 4;
const IMAGES = 100_000;
const REVOKED_KEYS = 200_000;
/** Until the noise has reached its level. */
const RISE_MS = 1_500;

/** How long another user's requests take while one key does its worst, in several ways, against a quiet gateway. */
export const noisyNeighbour: Measure = {
  name: 'noisy-neighbour',
  onlyInFull: true,
  async run(bench) {
    const rig = await bench.startRig({
      environment: { MAX_USER_REQUESTS_PER_SECOND: String(defaultLimits.userPerSecond) },
    });
    const [noisy, neighbour, hoarder] = await addCallers(rig.sql, 3);
    if (!noisy || !neighbour || !hoarder) throw new Error('no callers');
    for (const caller of [noisy, neighbour]) await seedImages(rig.sql, caller, PAGE);
    const { body } = await orderBody(96, 96);
    await seedImages(rig.sql, hoarder, IMAGES);
    await seedRevokedKeys(rig.sql, hoarder, REVOKED_KEYS);
    const noises = { ...(await noisesOf(rig, noisy.key, body)), ...attacksOf(hoarder) };
    const maker = await bench.host('load/noise.ts');
    const own = { url: rig.apiUrl, clients: clientsOf([neighbour]), seconds: SECONDS, pauseMs: PAUSE_MS };
    const asked = {
      'POST /try_on_outfit': { ...own, method: 'POST', path: '/try_on_outfit', body },
      'GET /images': { ...own, method: 'GET', path: '/images?limit=20' },
    } as const;
    for (const load of Object.values(asked)) await bench.warmUp(load);
    const rows = [];
    for (const [what, load] of Object.entries(asked)) {
      const beside = (noise: Omit<Noise, 'url'>) => async () => {
        await maker.call('start', { url: rig.apiUrl, ...noise });
        await sleep(RISE_MS);
        const result = await bench.load(load);
        await maker.call('stop');
        return result;
      };
      const loud = Object.entries(noises).map(([name, noise]) => [name, beside(noise)] as const);
      const targets: Record<string, () => Promise<LoadResult>> = {
        [QUIET]: () => bench.load(load),
        ...Object.fromEntries(loud),
      };
      const results = await inTurns(bench.rounds, targets);
      for (const name of Object.keys(noises)) {
        for (const key of ['p50', 'p99'] as const) {
          const described = {
            what: `${what} beside ${name}: ${key}`,
            unit: 'ms',
            goal: key === 'p99' ? atMost(3) : undefined,
          };
          const rounds = results.map((round) => ({
            subject: round[name]?.[key] ?? Number.NaN,
            floor: round[QUIET]?.[key] ?? Number.NaN,
          }));
          rows.push(comparison(described, QUIET, rounds));
        }
      }
    }
    return rows;
  },
};

/** What one key can do to a gateway. */
async function noisesOf(rig: Rig, key: string, order: string): Promise<Record<string, Omit<Noise, 'url'>>> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'noise' };
  const reading = { method: 'GET', headers, connections: CLIENTS, does: 'repeat' } as const;
  const posting = { method: 'POST', headers, path: '/generate_image' } as const;
  const body = JSON.stringify({ ...JSON.parse(order), mode: 'studio' });
  await makeLargeAnswer(rig, { ...posting, body });
  const beginning = `{"selfie_base64":"${'QUJD'.repeat(BODY_BYTES / 4)}`;
  return {
    [`${UNREAD} unread replays`]: { ...posting, body, connections: UNREAD, does: 'not read' },
    [`${UNFINISHED} unfinished bodies`]: { ...posting, body: beginning, connections: UNFINISHED, does: 'not finish' },
    [`lists of ${PAGE} images from ${CLIENTS} clients`]: { ...reading, path: `/images?limit=${PAGE}` },
    [`missing images from ${CLIENTS} clients`]: { ...reading, path: '/images/img_000000000000000000000000' },
    [`invalid bodies from ${CLIENTS} clients`]: { ...reading, ...posting, body: '{}' },
  };
}

/** What a client without a key, and a user who has kept as much as possible, can do. */
function attacksOf({ key }: Caller): Record<string, Omit<Noise, 'url'>> {
  const attack = { connections: ATTACKERS, does: 'repeat' } as const;
  const json = { 'content-type': 'application/json' };
  const objectOf = (length: number) => `{${Array.from({ length }, (_, index) => `"${index}":1`).join()}}`;
  const signingIn = { ...json, 'sec-fetch-site': 'same-origin' };
  const own = { ...json, 'x-api-key': key };
  return {
    [`${MEMBERS} members without a key`]: {
      ...attack,
      method: 'POST',
      path: '/portal/api/session',
      headers: signingIn,
      body: objectOf(MEMBERS),
    },
    [`${MOST_MEMBERS} members to /mcp`]: {
      ...attack,
      method: 'POST',
      path: '/mcp',
      headers: own,
      body: objectOf(MOST_MEMBERS),
    },
    'keys made without end': { ...attack, method: 'POST', path: '/keys', headers: own, body: '{"name":"more"}' },
    [`lists of ${REVOKED_KEYS} revoked keys`]: { ...attack, method: 'GET', path: '/keys', headers: own },
    [`lists of ${IMAGES} images`]: { ...attack, method: 'GET', path: '/images', headers: own },
  };
}

/** Makes a request with an idempotency key, and its stored result a large one: repeating it is answered with that. */
async function makeLargeAnswer(
  { apiUrl, sql, environment, host }: Rig,
  { path, ...request }: { path: string; method: string; headers: Record<string, string>; body: string },
): Promise<void> {
  const { status } = await fetch(`${apiUrl}${path}`, request);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const stored = () =>
    sql.query<{ object: string }>("select completed #>> '{result,object}' as object from gateway.idempotency_key");
  const [row] = (await stored()).rows;
  if (!row?.object) throw new Error('no stored answer');
  const store = await host('load/noise.ts');
  await store.call('enlarge', environment.S3_ENDPOINT, environment.S3_BUCKET, row.object, ANSWER_BYTES);
  await store.stop();
}
