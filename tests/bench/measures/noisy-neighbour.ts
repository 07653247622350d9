import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '@styling/gateway/capacity';
import { type Bench, clientsOf } from '../bench.ts';
import type { LoadResult } from '../rig/load.ts';
import type { Noise } from '../rig/noise.ts';
import type { Ask, Rig } from '../rig/rig.ts';
import { addCallers, type Caller, orderBody, seedImages } from '../rig/seed.ts';
import { atMost, comparison, inTurns, type Row } from '../rows.ts';

const QUIET = 'quiet';
const SECONDS = 3;
/** Keeps the quiet user below a user's pace. */
const PAUSE_MS = 20;
const PAGE = 100;
const CLIENTS = 50;
const UNREAD = 150;
const ANSWER_BYTES = 3_000_000;
const UNFINISHED = 13;
const BODY_BYTES = 19_000_000;
const RISE_MS = 1_500;

export async function noisyNeighbour(bench: Bench) {
  const environment = { MAX_USER_REQUESTS_PER_SECOND: String(defaultLimits.userPerSecond) };
  const rig = await bench.startRig({ environment });
  const [noisy, neighbour] = (await addCallers(rig.sql, 2)) as [Caller, Caller];
  for (const caller of [noisy, neighbour]) await seedImages(rig.sql, caller, PAGE);
  const { body } = await orderBody(96);
  const ask = await bench.host('rig/noise.ts');
  const noises = await noisesOf(rig, ask, noisy.key, body);
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
        await ask('start', { url: rig.apiUrl, ...noise });
        await sleep(RISE_MS);
        const result = await bench.load(load);
        await ask('stop');
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
}

async function noisesOf(rig: Rig, ask: Ask, key: string, order: string): Promise<Record<string, Omit<Noise, 'url'>>> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'noise' };
  const reading = { method: 'GET', headers, connections: CLIENTS, does: 'repeat' } as const;
  const posting = { method: 'POST', headers, path: '/generate_image' } as const;
  const body = JSON.stringify({ ...JSON.parse(order), mode: 'studio' });
  // The stored result, which repeating the request answers, is made a large one.
  const { status } = await fetch(`${rig.apiUrl}${posting.path}`, { ...posting, body });
  if (status !== 200) throw new Error(`${posting.path} answered ${status}`);
  const stored = "select completed #>> '{result,object}' as object from gateway.idempotency_key";
  const { object } = (await rig.sql.query<{ object: string }>(stored)).rows[0] ?? {};
  await ask('enlarge', rig.environment.S3_ENDPOINT, rig.environment.S3_BUCKET, object, ANSWER_BYTES);
  const beginning = `{"selfie_base64":"${'QUJD'.repeat(BODY_BYTES / 4)}`;
  return {
    [`${UNREAD} unread replays`]: { ...posting, body, connections: UNREAD, does: 'not read' },
    [`${UNFINISHED} unfinished bodies`]: { ...posting, body: beginning, connections: UNFINISHED, does: 'not finish' },
    [`lists of ${PAGE} images from ${CLIENTS} clients`]: { ...reading, path: `/images?limit=${PAGE}` },
    [`missing images from ${CLIENTS} clients`]: { ...reading, path: '/images/img_000000000000000000000000' },
    [`invalid bodies from ${CLIENTS} clients`]: { ...reading, ...posting, body: '{}' },
  };
}
