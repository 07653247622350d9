import { CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { value } from '../row.ts';

const WINDOW = 256;
const ROWS = 20_000;

/** What the machine can do before any of our code runs. */
export const floors: Measure = {
  name: 'floors',
  onlyInFull: true,
  async run({ rig, load, callers, seconds }) {
    await using undo = new AsyncDisposableStack();
    const hosted = async (module: string) => {
      const child = await rig.host(module);
      undo.defer(() => child.stop());
      return child;
    };
    const served = async (server: 'node' | 'express' | 'select') => {
      const url = await (await hosted('floors/http.ts')).call<string>(server, rig.databaseUrl);
      return (await load({ url, method: 'GET', path: '/', clients: clientsOf(callers) })).perSecond;
    };
    const requests = async () => {
      const [asking, answering] = await Promise.all([1, 2].map(() => hosted('floors/nats-request.ts')));
      await answering?.call('answer', rig.natsUrl);
      return (await asking?.call<number>('measure', rig.natsUrl, CLIENTS, seconds)) ?? Number.NaN;
    };
    const log = await hosted('floors/jetstream.ts');
    const insert = await hosted('floors/insert.ts');
    const rate = (what: string, perSecond: number) => value({ what, unit: '/s' }, perSecond);
    return [
      rate(`node:http, ${CLIENTS} clients`, await served('node')),
      rate(`express 5, ${CLIENTS} clients`, await served('express')),
      rate(`express, one indexed select, ${CLIENTS} clients`, await served('select')),
      rate(`NATS request and reply, ${CLIENTS} at once`, await requests()),
      rate(`JetStream publish and ack, ${WINDOW} at once`, await log.call('publish', rig.natsUrl, WINDOW, seconds)),
      rate('JetStream consume and ack', await log.call('consume', rig.natsUrl)),
      rate('rows with checkpoint, 500 a statement', await insert.call('measure', rig.databaseUrl, ROWS)),
    ];
  },
};
