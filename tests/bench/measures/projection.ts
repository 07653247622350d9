import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENTS_STREAM, services, subjects } from '@styling/contracts';
import { runScript } from '@styling/process-rig';
import type { Measure } from '../bench.ts';
import { createFloorTables } from '../floors/tables.ts';
import { inTurns } from '../in-turns.ts';
import { publishCompletions } from '../rig/completions.ts';
import type { Rig } from '../rig/rig.ts';
import { comparison, value } from '../row.ts';
import { atLeast, atMost } from '../statistics.ts';

/** Enough that the start of a process, before its code is compiled, matters little. */
const EVENTS = 100_000;
const MILLION = 1_000_000;
/** Rows per statement of the floor, and its name; the second is the size of the projection's own batches. */
const FLOORS: readonly (readonly [number, string])[] = [
  [500, 'rows with checkpoint, 500 a statement'],
  [2_000, 'rows with checkpoint, 2,000 a statement'],
];
const REBUILD_WITHIN_MS = 600_000;
const TABLES = ['answered_request', 'key_day', 'key_total', 'rolled_up_day', 'checkpoint'];

/** The usage service's projection and its rebuild, from a log of answered requests. */
export const projection: Measure = {
  name: 'projection',
  async run({ startRig, rounds, full, long }) {
    const floors = FLOORS.slice(0, full ? FLOORS.length : 1);
    const rig = await startRig({ services: [] });
    // It would consume every event and look for its slot.
    await rig.gateway.stop();
    await createFloorTables(rig.sql, []);
    await publishCompletions(rig.natsUrl, { answeredBy: 'gateway', from: 0, to: EVENTS });
    const insert = await rig.host('floors/insert.ts');
    const insertRate = (batch: number) => insert.call<number>('measure', rig.databaseUrl, EVENTS, batch);
    /** The goal is about the first floor. @param subject events a second */
    const compared = async (what: string, least: number, subject: () => Promise<number>) => {
      const results = await inTurns<string, number>(rounds, {
        ...Object.fromEntries(floors.map(([batch, name]) => [name, () => insertRate(batch)])),
        subject,
      });
      const roundsOf = (name: string) =>
        results.map((round) => ({ subject: round.subject ?? Number.NaN, floor: round[name] ?? Number.NaN }));
      return floors.map(([, name], index) =>
        comparison({ what, unit: '/s', goal: index === 0 ? atLeast(least) : undefined }, name, roundsOf(name)),
      );
    };
    const rows = [
      ...(await compared('projection of usage: events', 0.6, () => project(rig))),
      ...(await compared(
        'rebuild of usage: events, comparison and swap included',
        0.5,
        async () => EVENTS / (await rebuild(rig)),
      )),
    ];
    if (!long) return rows;
    await publishCompletions(rig.natsUrl, { answeredBy: 'gateway', from: EVENTS, to: MILLION });
    await project(rig);
    return [...rows, value({ what: 'rebuild of a million events', unit: 's', goal: atMost(60) }, await rebuild(rig))];
  },
};

/** Starts the service on empty tables, until it has read the whole log. @returns events per second, from the first batch on */
async function project(rig: Rig): Promise<number> {
  await rig.sql.query(`truncate ${TABLES.map((table) => `${services.usage.schema}.${table}`)}`);
  const last = await lastOfLog(rig.natsUrl);
  const service = await rig.startService('usage');
  const begin = await projected(rig, 1);
  const end = await projected(rig, last);
  await service.stop();
  return (end.rows - begin.rows) / ((end.at - begin.at) / 1000);
}

/** Waits until `rows` are projected. */
async function projected(rig: Rig, rows: number): Promise<{ rows: number; at: number }> {
  for (;;) {
    const counted = await rig.sql.query<{ seq: string }>(
      `select seq from ${services.usage.schema}.checkpoint where name = 'usage' and source = '${subjects.allCompleted}'`,
    );
    const seq = Number(counted.rows[0]?.seq ?? 0);
    if (seq >= rows) return { rows: seq, at: performance.now() };
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
async function rebuild({ environment: env }: Rig): Promise<number> {
  const output = await runScript('services/usage/rebuild.ts', [], { env, timeoutMs: REBUILD_WITHIN_MS });
  const report = JSON.parse(output) as { seconds: number; identical?: boolean };
  if (report.identical !== true) throw new Error(`the rebuild differs: ${output}`);
  return report.seconds;
}
