import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { type Row, value } from '../row.ts';

const WINDOW = 256;
const ROWS = 20_000;

/** What the machine gives before any of our code runs. */
export const floors: Measure = {
  name: 'floors',
  onlyInFull: true,
  async run(bench) {
    const { rig } = bench;
    const rate = (what: string, perSecond: number) => value({ measure: 'floors', what, unit: '/s' }, perSecond);
    const rows: Row[] = [];
    for (const [name, module] of [
      ['node:http', 'floors/node-http.ts'],
      ['express 5', 'floors/express.ts'],
      ['express, one indexed select', 'floors/express-pg.ts'],
    ] as const) {
      const floor = await rig.host(module);
      const url = await floor.call<string>('start', rig.databaseUrl);
      rows.push(rate(`${name}, ${CLIENTS} clients`, await http(bench, url)));
      await floor.stop();
    }
    const [asker, answerer] = await Promise.all([1, 2].map(() => rig.host('floors/nats-request.ts')));
    await answerer?.call('answer', rig.natsUrl);
    const requests = await asker?.call<number>('measure', rig.natsUrl, CLIENTS, bench.seconds);
    rows.push(rate(`NATS request and reply, ${CLIENTS} at once`, requests ?? Number.NaN));
    await Promise.all([asker?.stop(), answerer?.stop()]);

    const log = await rig.host('floors/jetstream.ts');
    const published = await log.call<number>('publish', rig.natsUrl, WINDOW, bench.seconds);
    rows.push(rate(`JetStream publish and ack, ${WINDOW} at once`, published));
    rows.push(rate('JetStream consume and ack', await log.call<number>('consume', rig.natsUrl)));
    await log.stop();

    const insert = await rig.host('floors/insert.ts');
    rows.push(
      rate('rows with checkpoint, 500 a statement', await insert.call<number>('measure', rig.databaseUrl, ROWS)),
    );
    await insert.stop();
    return rows;
  },
};

async function http({ load, callers }: Bench, url: string): Promise<number> {
  return (await load({ url, method: 'GET', path: '/', clients: clientsOf(callers) })).perSecond;
}
