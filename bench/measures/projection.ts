import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { completeRequest, EVENTS_STREAM, subjectOf, subjects } from '@styling/contracts';
import { REPOSITORY_DIR } from '@styling/process-rig';
import type { Measure } from '../bench.ts';
import { createFloorTables } from '../floors/tables.ts';
import type { Hosted } from '../rig/child.ts';
import type { Rig } from '../rig/rig.ts';
import { comparison, type Row, value } from '../row.ts';
import { atLeast, atMost, type Round } from '../statistics.ts';

/** Enough that the start of a process, before its code is compiled, matters little. */
const EVENTS = 100_000;
const MILLION = 1_000_000;
const LANES = 256;
const GOAL = atLeast(0.6);
/** Rows per statement of the floor, and its name; the second is the size of the projection's own batches. */
const FLOORS: readonly (readonly [number, string])[] = [
  [500, 'rows with checkpoint, 500 a statement'],
  [2_000, 'rows with checkpoint, 2,000 a statement'],
];

/** The usage service's projection and its rebuild, from a log of answered requests. */
export const projection: Measure = {
  name: 'projection',
  async run({ startRig, rounds, full, long }) {
    const floors = FLOORS.slice(0, full ? FLOORS.length : 1);
    const rig = await startRig({ services: [] });
    try {
      // It would consume every event and look for its slot.
      await rig.gateway.stop();
      await createFloorTables(rig.sql, []);
      await fillLog(rig.natsUrl, 0, EVENTS);
      const insert = await rig.host('floors/insert.ts');
      const rows = [
        ...(await compared('projection of usage: events', { rounds, floors, insert, rig }, () => project(rig))),
        ...(await compared(
          'rebuild of usage: events, comparison and swap included',
          { rounds, floors, insert, rig },
          () => rebuild(rig).then((seconds) => EVENTS / seconds),
        )),
      ];
      if (!long) return rows;
      await fillLog(rig.natsUrl, EVENTS, MILLION);
      await project(rig);
      return [...rows, value({ what: 'rebuild of a million events', unit: 's', goal: atMost(60) }, await rebuild(rig))];
    } finally {
      await rig.stop();
    }
  },
};

/** A subject beside the floors; the goal is about the first of them. @param subject events a second */
async function compared(
  what: string,
  { rounds, floors, insert, rig }: { rounds: number; floors: typeof FLOORS; insert: Hosted; rig: Rig },
  subject: () => Promise<number>,
): Promise<Row[]> {
  const measured = floors.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    const rates: number[] = [];
    for (const [batch] of floors) rates.push(await insert.call<number>('measure', rig.databaseUrl, EVENTS, batch));
    const events = await subject();
    for (const [index, floor] of rates.entries()) measured[index]?.push({ floor, subject: events });
  }
  return floors.map(([, name], index) =>
    comparison({ what, unit: '/s', goal: index === 0 ? GOAL : undefined }, name, measured[index] ?? []),
  );
}

/** Publishes `request.completed` for requests `from` to `to`, as the gateway does. */
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
        gateway: 'bench',
        received_at,
      } as const;
      const event = completeRequest(request, 'gateway', new Date(Date.parse(received_at) + 1500), {});
      await js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await nc.close();
}

/** Starts the service on empty tables, until it has read the whole log. @returns events per second, from the first batch on */
async function project(rig: Rig): Promise<number> {
  await rig.sql.query(
    `truncate usage.answered_request, usage.key_day, usage.key_total, usage.rolled_up_day, usage.checkpoint`,
  );
  const service = await rig.startService('usage');
  const begin = await until(rig, 1);
  const end = await until(rig, Number.POSITIVE_INFINITY);
  await service.stop();
  return (end.rows - begin.rows) / ((end.at - begin.at) / 1000);
}

/** Waits until `rows` are projected; infinitely many are those that the log has. */
async function until(rig: Rig, rows: number): Promise<{ rows: number; at: number }> {
  const target = Number.isFinite(rows) ? rows : await lastOfLog(rig.natsUrl);
  for (;;) {
    const counted = await rig.sql.query<{ seq: string }>(
      `select seq from usage.checkpoint where name = 'usage' and source = '${subjects.allCompleted}'`,
    );
    const seq = Number(counted.rows[0]?.seq ?? 0);
    if (seq >= target) return { rows: seq, at: performance.now() };
    await sleep(10);
  }
}

async function lastOfLog(natsUrl: string): Promise<number> {
  const nc = await connect({ servers: natsUrl });
  const { state } = await (await jetstreamManager(nc)).streams.info(EVENTS_STREAM);
  await nc.close();
  return state.last_seq;
}

/** `npm run rebuild -- usage`, the comparison and the swap included. @returns seconds, from its report */
async function rebuild(rig: Rig): Promise<number> {
  const script = join(REPOSITORY_DIR, 'services', 'usage', 'rebuild.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: rig.environment });
  const report = JSON.parse(stdout) as { seconds: number; identical?: boolean };
  if (report.identical !== true) throw new Error(`the rebuild differs: ${stdout}`);
  return report.seconds;
}
