import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '@styling/gateway/capacity';
import { clientsOf, type Measure } from '../bench.ts';
import type { LoadResult } from '../rig/load.ts';
import type { Noise } from '../rig/noise.ts';
import type { Hosted, Rig } from '../rig/rig.ts';
import { addCallers, type Caller, orderBody, seedImages, seedRevokedKeys } from '../rig/seed.ts';
import { atMost, comparison, inTurns, type Row } from '../rows.ts';

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
const JSON_BODY = { 'content-type': 'application/json' };

type Noises = Readonly<Record<string, Omit<Noise, 'url'>>>;

/** How long another user's requests take while one key does its worst, in several ways, against a quiet gateway. */
export const noisyNeighbour: Measure = {
  name: 'noisy-neighbour',
  onlyInFull: true,
  async run(bench) {
    const environment = { MAX_USER_REQUESTS_PER_SECOND: String(defaultLimits.userPerSecond) };
    const rig = await bench.startRig({ environment });
    const [noisy, neighbour, hoarder] = (await addCallers(rig.sql, 3)) as [Caller, Caller, Caller];
    for (const caller of [noisy, neighbour]) await seedImages(rig.sql, caller, PAGE);
    await seedImages(rig.sql, hoarder, IMAGES);
    await seedRevokedKeys(rig.sql, hoarder, REVOKED_KEYS);
    const { body } = await orderBody(96);
    const maker = await bench.host('rig/noise.ts');
    const noises = { ...(await noisesOf(rig, maker, noisy.key, body)), ...attacksOf(hoarder.key) };
    const own = { url: rig.apiUrl, clients: clientsOf([neighbour]), seconds: SECONDS, pauseMs: PAUSE_MS };
    const asked = {
      'POST /try_on_outfit': { ...own, method: 'POST', path: '/try_on_outfit', body },
      'GET /images': { ...own, method: 'GET', path: '/images?limit=20' },
    } as const;
    for (const load of Object.values(asked)) await bench.warmUp(load);
    const rows: Row[] = [];
    for (const [what, load] of Object.entries(asked)) {
      const targets: Record<string, () => Promise<LoadResult>> = { [QUIET]: () => bench.load(load) };
      for (const [name, noise] of Object.entries(noises)) {
        targets[name] = async () => {
          await maker.ask('start', { url: rig.apiUrl, ...noise });
          await sleep(RISE_MS);
          const result = await bench.load(load);
          await maker.ask('stop');
          return result;
        };
      }
      const results = await inTurns(bench.rounds, targets);
      for (const name of Object.keys(noises)) {
        const described = { what: `${what} beside ${name}: p99`, unit: 'ms', goal: atMost(3) };
        const rounds = results.map((round) => ({
          subject: round[name]?.p99 ?? Number.NaN,
          floor: round[QUIET]?.p99 ?? Number.NaN,
        }));
        rows.push(comparison(described, QUIET, rounds));
      }
    }
    return rows;
  },
};

/** Loads that one key can put on a gateway. */
async function noisesOf(rig: Rig, maker: Hosted, key: string, order: string): Promise<Noises> {
  const headers = { ...JSON_BODY, 'x-api-key': key, 'idempotency-key': 'noise' };
  const reading = { method: 'GET', headers, connections: CLIENTS, does: 'repeat' } as const;
  const posting = { method: 'POST', headers, path: '/generate_image' } as const;
  const body = JSON.stringify({ ...JSON.parse(order), mode: 'studio' });
  // A request with an idempotency key, whose stored result is made a large one: repeating it is answered with that.
  const { status } = await fetch(`${rig.apiUrl}${posting.path}`, { ...posting, body });
  if (status !== 200) throw new Error(`${posting.path} answered ${status}`);
  const stored = "select completed #>> '{result,object}' as object from gateway.idempotency_key";
  const { object } = (await rig.sql.query<{ object: string }>(stored)).rows[0] ?? {};
  await maker.ask('enlarge', rig.environment.S3_ENDPOINT, rig.environment.S3_BUCKET, object, ANSWER_BYTES);
  const beginning = `{"selfie_base64":"${'QUJD'.repeat(BODY_BYTES / 4)}`;
  return {
    [`${UNREAD} unread replays`]: { ...posting, body, connections: UNREAD, does: 'not read' },
    [`${UNFINISHED} unfinished bodies`]: { ...posting, body: beginning, connections: UNFINISHED, does: 'not finish' },
    [`lists of ${PAGE} images from ${CLIENTS} clients`]: { ...reading, path: `/images?limit=${PAGE}` },
    [`missing images from ${CLIENTS} clients`]: { ...reading, path: '/images/img_000000000000000000000000' },
    [`invalid bodies from ${CLIENTS} clients`]: { ...reading, ...posting, body: '{}' },
  };
}

/** Loads of a client without a key, and of a user who has kept as much as possible. */
function attacksOf(key: string): Noises {
  const objectOf = (length: number) => `{${Array.from({ length }, (_, index) => `"${index}":1`).join()}}`;
  const headers = { ...JSON_BODY, 'x-api-key': key };
  const own = { headers, connections: ATTACKERS, does: 'repeat' } as const;
  const signingIn = { ...own, headers: { ...JSON_BODY, 'sec-fetch-site': 'same-origin' }, body: objectOf(MEMBERS) };
  return {
    [`${MEMBERS} members without a key`]: { ...signingIn, method: 'POST', path: '/portal/api/session' },
    [`${MOST_MEMBERS} members to /mcp`]: { ...own, method: 'POST', path: '/mcp', body: objectOf(MOST_MEMBERS) },
    'keys made without end': { ...own, method: 'POST', path: '/keys', body: '{"name":"more"}' },
    [`lists of ${REVOKED_KEYS} revoked keys`]: { ...own, method: 'GET', path: '/keys' },
    [`lists of ${IMAGES} images`]: { ...own, method: 'GET', path: '/images' },
  };
}
