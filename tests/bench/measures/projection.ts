import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { completeRequest, EVENTS_STREAM, services, subjectOf, subjects } from '@styling/contracts';
import { runScript } from '@styling/local-servers';
import type { Bench } from '../bench.ts';
import { createFloorTables } from '../floors/tables.ts';
import type { Rig } from '../rig/rig.ts';
import { atLeast, atMost, comparison, inTurns, value } from '../rows.ts';

/** So many that compiling a process's code matters little. */
const EVENTS = 100_000;
const MILLION = 1_000_000;
const BATCH = 500;
const LANES = 256;
const TABLES = ['answered_request', 'key_day', 'key_total', 'rolled_up_day', 'checkpoint'];

export async function projection({ startRig, host, rounds, long }: Bench) {
  const rig = await startRig({ services: [] });
  // It would consume every event and look for its slot.
  await rig.gateway.stop();
  await createFloorTables(rig.sql, []);
  await publishCompletions(rig.natsUrl, 0, EVENTS);
  const ask = await host('floors/tables.ts');
  const compared = async (what: string, least: number, subject: () => Promise<number>) => {
    const floor = () => ask<number>('insert', rig.databaseUrl, EVENTS, BATCH);
    const results = await inTurns(rounds, { floor, subject });
    return comparison(
      { what, unit: '/s', goal: atLeast(least) },
      `rows with checkpoint, ${BATCH} a statement`,
      results,
    );
  };
  const rebuildRate = async () => EVENTS / (await rebuild(rig));
  const rows = [
    await compared('projection of usage: events', 0.6, () => project(rig)),
    await compared('rebuild of usage: events, comparison and swap included', 0.5, rebuildRate),
  ];
  if (!long) return rows;
  await publishCompletions(rig.natsUrl, EVENTS, MILLION);
  await project(rig);
  return [...rows, value({ what: 'rebuild of a million events', unit: 's', goal: atMost(60) }, await rebuild(rig))];
}

/** Starts the service on empty tables. @returns events per second, from the first batch to the end of the log */
async function project({ sql, natsUrl, startService }: Rig): Promise<number> {
  const { schema } = services.usage;
  await sql.query(`truncate ${TABLES.map((table) => `${schema}.${table}`)}`);
  const nc = await connect({ servers: natsUrl });
  const { state } = await (await jetstreamManager(nc)).streams.info(EVENTS_STREAM);
  await nc.close();
  const service = await startService('usage');
  const checkpoint = `select seq from ${schema}.checkpoint where name = 'usage' and source = '${subjects.allCompleted}'`;
  const projected = async (events: number) => {
    for (;;) {
      const seq = Number((await sql.query<{ seq: string }>(checkpoint)).rows[0]?.seq ?? 0);
      if (seq >= events) return { seq, at: performance.now() };
      await sleep(10);
    }
  };
  const [begin, end] = [await projected(1), await projected(state.last_seq)];
  await service.stop();
  return (end.seq - begin.seq) / ((end.at - begin.at) / 1000);
}

/** Includes the comparison and the swap. @returns seconds */
async function rebuild({ environment: env }: Rig): Promise<number> {
  const output = await runScript('services/usage/rebuild.ts', [], { env, timeoutMs: 600_000 });
  const report = JSON.parse(output) as { seconds: number; identical?: boolean };
  if (report.identical !== true) throw new Error(`the rebuild differs: ${output}`);
  return report.seconds;
}

async function publishCompletions(natsUrl: string, from: number, to: number): Promise<void> {
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
        received_at,
        endpoint: '/try_on_outfit',
        gateway: 'elsewhere',
      } as const;
      const event = completeRequest(request, 'gateway', new Date(Date.parse(received_at) + 1500), {});
      await js.publish(subjectOf(event), JSON.stringify(event), { msgID: event.id });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await nc.close();
}
