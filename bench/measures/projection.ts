import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { completeRequest, EVENTS_STREAM, subjectOf } from '@styling/contracts';
import { REPOSITORY_DIR } from '@styling/local-stack';
import type { Measure } from '../bench.ts';
import { createFloorTables } from '../floors/tables.ts';
import type { Rig } from '../rig/rig.ts';
import { comparison, value } from '../row.ts';
import type { Round } from '../statistics.ts';

const MEASURE = 'projection';
const EVENTS = 30_000;
const MILLION = 1_000_000;
const LANES = 256;
const GOAL = { at: 'least', bound: 0.6 } as const;
const FLOOR = 'rows with checkpoint, 500 a statement';

/** The usage service's projection and its rebuild, from a log of answered requests. */
export const projection: Measure = {
  name: MEASURE,
  async run({ startRig, rounds, long }) {
    const rig = await startRig({ services: [] });
    try {
      await createFloorTables(rig.sql, []);
      await fillLog(rig.natsUrl, 0, EVENTS);
      const insert = await rig.host('floors/insert.ts');
      const floor = () => insert.call<number>('measure', rig.databaseUrl, EVENTS);
      const projected: Round[] = [];
      const rebuilt: Round[] = [];
      for (let round = 0; round < rounds; round++) {
        projected.push({ floor: await floor(), subject: await project(rig) });
        rebuilt.push({ floor: await floor(), subject: EVENTS / (await rebuild(rig)) });
      }
      const described = { measure: MEASURE, unit: '/s', goal: GOAL };
      const rows = [
        comparison({ ...described, what: 'projection of usage: events' }, FLOOR, projected),
        comparison({ ...described, what: 'rebuild of usage: events, comparison and swap included' }, FLOOR, rebuilt),
      ];
      if (!long) return rows;
      await fillLog(rig.natsUrl, EVENTS, MILLION);
      await project(rig);
      const goal = { at: 'most', bound: 60 } as const;
      return [
        ...rows,
        value({ measure: MEASURE, what: 'rebuild of a million events', unit: 's', goal }, await rebuild(rig)),
      ];
    } finally {
      await rig.stop();
    }
  },
};

/** Says requests `from` to `to` answered, as the gateway does, as fast as the log takes them. */
async function fillLog(natsUrl: string, from: number, to: number): Promise<void> {
  const nc = await connect({ servers: natsUrl, noAsyncTraces: true });
  const js = jetstream(nc);
  let next = from;
  const lane = async () => {
    for (let serial = next++; serial < to; serial = next++) {
      const id = serial.toString(16).padStart(24, '0');
      const user = (serial % 100).toString(16).padStart(24, '0');
      const received_at = new Date(1_760_000_000_000 + serial * 100).toISOString();
      const request = {
        request_id: `req_${id}`,
        user_id: `user-${user}`,
        key_id: `key_${user}`,
        endpoint: '/try_on_outfit',
        received_at,
      } as const;
      const event = completeRequest(request, 'gateway', new Date(Date.parse(received_at) + 1500), {});
      await js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await nc.close();
}

/** The service's own start on empty tables, to the end of the log. @returns events a second, from the first batch on */
async function project(rig: Rig): Promise<number> {
  await rig.sql.query(`truncate usage.answered_request, usage.key_day, usage.key_total, usage.checkpoint`);
  const service = await rig.startService('usage');
  const begin = await until(rig, 1);
  const end = await until(rig, Number.POSITIVE_INFINITY);
  await service.stop();
  return (end.rows - begin.rows) / ((end.at - begin.at) / 1000);
}

/** Waits until `rows` are projected; infinitely many are those that the log has. */
async function until(rig: Rig, rows: number): Promise<{ rows: number; at: number }> {
  const wanted = Number.isFinite(rows) ? rows : await lastOfLog(rig.natsUrl);
  for (;;) {
    const counted = await rig.sql.query<{ seq: string }>(`select seq from usage.checkpoint where name = 'usage'`);
    const seq = Number(counted.rows[0]?.seq ?? 0);
    if (seq >= wanted) return { rows: seq, at: performance.now() };
    await sleep(10);
  }
}

async function lastOfLog(natsUrl: string): Promise<number> {
  const nc = await connect({ servers: natsUrl });
  const { state } = await (await jetstreamManager(nc)).streams.info(EVENTS_STREAM);
  await nc.close();
  return state.last_seq;
}

/** `npm run rebuild -- usage`, the comparison and the swap included. @returns seconds, as it says itself */
async function rebuild(rig: Rig): Promise<number> {
  const script = join(REPOSITORY_DIR, 'services', 'usage', 'rebuild.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: rig.environment });
  const told = JSON.parse(stdout) as { seconds: number; identical?: boolean };
  if (told.identical !== true) throw new Error(`the rebuild differs: ${stdout}`);
  return told.seconds;
}
