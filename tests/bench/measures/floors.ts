import { CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { value } from '../row.ts';

const WINDOW = 256;
const ROWS = 20_000;

/** What the machine can do before any of our code runs. */
export const floors: Measure = {
  name: 'floors',
  onlyInFull: true,
  async run({ rig, host, load, callers, seconds }) {
    const http = async (server: 'node' | 'express' | 'select') => {
      const url = await (await host('floors/http.ts')).call<string>(server, rig.databaseUrl);
      return (await load({ url, method: 'GET', path: '/', clients: clientsOf(callers) })).perSecond;
    };
    const requests = async () => {
      const [asking, answering] = [await host('floors/nats-request.ts'), await host('floors/nats-request.ts')];
      await answering.call('answer', rig.natsUrl);
      return asking.call<number>('measure', rig.natsUrl, CLIENTS, seconds);
    };
    const log = await host('floors/jetstream.ts');
    const insert = await host('floors/insert.ts');
    const rate = (what: string, perSecond: number) => value({ what, unit: '/s' }, perSecond);
    return [
      rate(`node:http, ${CLIENTS} clients`, await http('node')),
      rate(`express 5, ${CLIENTS} clients`, await http('express')),
      rate(`express, one indexed select, ${CLIENTS} clients`, await http('select')),
      rate(`NATS request and reply, ${CLIENTS} at once`, await requests()),
      rate(`JetStream publish and ack, ${WINDOW} at once`, await log.call('publish', rig.natsUrl, WINDOW, seconds)),
      rate('JetStream consume and ack', await log.call('consume', rig.natsUrl)),
      rate('rows with checkpoint, 500 a statement', await insert.call('measure', rig.databaseUrl, ROWS)),
    ];
  },
};
